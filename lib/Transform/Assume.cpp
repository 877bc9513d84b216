// Facts about parameters: { parameters : assumptions and the new condition }.
#include "Assumptions.h"
#include "loopyc/IR/ExprParser.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Parameters.h"
#include "loopyc/Values/Affine.h"

#include <cctype>

using namespace loopyc;
using poly::Set;

static const char *const name = "assume";

static bool isInteger(const Variable &var) {
  return var.isScalar() && var.type.isInteger();
}

static std::vector<std::string> integersOf(const Kernel &kernel,
                                           bool parametersOnly) {
  std::vector<std::string> names;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list)
      if (isInteger(*var) && (var->isValue() || !parametersOnly))
        names.push_back(var->name);
  return names;
}

// One that a launcher knows, and so can check the assumption about.
static void requireParameter(const Kernel &kernel, const std::string &id) {
  VariablePtr var = kernel.findVariable(id);
  if (var && isInteger(*var) && var->isValue())
    return;
  std::vector<std::string> known = integersOf(kernel, true);
  if (!var || !isInteger(*var))
    throw UserError(std::string(name) + ": '" + id +
                    "' is no integer scalar of kernel '" + kernel.name + "'" +
                    suggestion(id, known));
  std::string list;
  for (const std::string &parameter : known)
    list += (list.empty() ? "'" : ", '") + parameter + "'";
  throw UserError(std::string(name) + ": kernel '" + kernel.name +
                      "' computes '" + id +
                      "', so that no launcher can check what is assumed of "
                      "it; assume something of arguments that it only reads" +
                      (list.empty() ? "" : ", such as " + list),
                  var->range);
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

static Set parseCondition(const Kernel &kernel, const std::string &text) {
  try {
    Expr condition = parseExpr(inExpressionNotation(text), resolverOf(kernel));
    if (!condition.type().isLogical())
      throw UserError(std::string(name) + ": '" + text +
                      "' is not a condition");
    if (auto set = toCondition(condition))
      return set->flat();
    throw UserError(std::string(name) + ": '" + text +
                    "' is not affine in the kernel's parameters; products and "
                    "arrays cannot be assumed about");
  } catch (const UserError &error) {
    std::string names;
    for (const std::string &parameter : integersOf(kernel, false))
      names += (names.empty() ? "" : ", ") + parameter;
    try {
      return Set::parse("[" + names + "] -> { : " + text + " }")
          .flat()
          .dropUnusedParams();
    } catch (const UserError &) {
      throw error;
    }
  }
}

static Kernel assumed(const Kernel &kernel, const Set &given,
                      const std::string &text) {
  Set condition = given.flat().dropUnusedParams();
  for (const std::string &id : condition.names())
    requireParameter(kernel, id);
  Kernel result = kernel;
  result.assumptions = withCondition(kernel, condition, text);
  return result;
}

Kernel loopyc::assume(const Kernel &kernel, const Set &condition,
                      Remarks *remarks) {
  Kernel result = assumed(kernel, condition, condition.flat().str());
  if (remarks)
    remarks->push_back("assumed " + condition.flat().str());
  return result;
}

Kernel loopyc::assume(const Kernel &kernel, const std::string &condition,
                      Remarks *remarks) {
  requireNumbersFit(condition, name);
  Kernel result =
      assumed(kernel, parseCondition(kernel, condition), "'" + condition + "'");
  if (remarks)
    remarks->push_back("assumed " + condition);
  return result;
}
