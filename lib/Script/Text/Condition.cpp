// Conditions on parameters, in either of two notations.
#include "loopyc/Script/Text.h"

#include "OwnNames.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cctype>

using namespace loopyc;
using poly::Set;

static const char *const name = "assume";

static void requireNumbersFit(const std::string &text) {
  for (size_t i = 0; i < text.size();) {
    if (!llvm::isDigit(text[i])) {
      // Digits in a name are none.
      bool inName = llvm::isAlpha(text[i]) || text[i] == '_';
      do
        ++i;
      while (inName && i < text.size() &&
             (llvm::isAlnum(text[i]) || text[i] == '_'));
      continue;
    }
    llvm::StringRef digits =
        llvm::StringRef(text).substr(i).take_while(llvm::isDigit);
    int64_t value = 0;
    if (digits.getAsInteger(10, value))
      throw UserError(std::string(name) + ": the number " + digits.str() +
                      " in '" + text +
                      "' does not fit 64 bits; numbers are at most " +
                      std::to_string(INT64_MAX));
    i += digits.size();
  }
}

// isl writes `n mod 16 = 0`, the expression parser `n % 16 == 0`.
static std::string inExpressionNotation(const std::string &text) {
  std::string result;
  auto isWordChar = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t i = 0; i < text.size(); ++i) {
    bool wordStart = i == 0 || !isWordChar(text[i - 1]);
    bool wordEnd = i + 3 >= text.size() || !isWordChar(text[i + 3]);
    if (wordStart && wordEnd && text.compare(i, 3, "mod") == 0 &&
        text.find_first_not_of(' ', i + 3) != std::string::npos &&
        text[text.find_first_not_of(' ', i + 3)] != '(') {
      result += "%";
      i += 2;
      continue;
    }
    bool lone = text[i] == '=' && (i + 1 == text.size() || text[i + 1] != '=');
    bool startsOperator =
        i == 0 || std::string("<>=!/").find(text[i - 1]) == std::string::npos;
    result += lone && startsOperator ? "==" : std::string(1, text[i]);
  }
  return result;
}

static Set inExpressions(const std::string &text, const Kernel &kernel) {
  Expr condition = parseExpr(inExpressionNotation(text), namesOf(kernel));
  if (!condition.type().isLogical())
    throw UserError(std::string(name) + ": '" + text + "' is not a condition");
  if (auto set = toCondition(condition))
    return set->flat();
  throw UserError(std::string(name) + ": '" + text +
                  "' is not affine in the kernel's parameters; products and "
                  "arrays cannot be assumed about");
}

static Set inSets(const std::string &text, const Kernel &kernel) {
  std::string names;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list)
      if (var->isScalar() && var->type.isInteger())
        names += (names.empty() ? "" : ", ") + var->name;
  return Set::parse("[" + names + "] -> { : " + text + " }")
      .flat()
      .dropUnusedParams();
}

Set script::readCondition(const std::string &text, const Kernel &kernel) {
  requireNumbersFit(text);
  try {
    return inExpressions(text, kernel);
  } catch (const UserError &error) {
    try {
      return inSets(text, kernel);
    } catch (const UserError &) {
      throw error;
    }
  }
}
