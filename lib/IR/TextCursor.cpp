#include "TextCursor.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Nesting.h"

#include "llvm/ADT/StringRef.h"

#include <cctype>
#include <cstdlib>

using namespace loopyc;

void TextCursor::fail(const std::string &what,
                      const std::string &remedy) const {
  throw UserError("cannot read expression '" + excerpt(text) + "': " + what +
                  " at column " + std::to_string(pos + 1) + remedy);
}

void TextCursor::skip() {
  while (pos < text.size() &&
         std::isspace(static_cast<unsigned char>(text[pos])))
    ++pos;
}

bool TextCursor::atEnd() {
  skip();
  return pos == text.size();
}

char TextCursor::next() { return atEnd() ? '\0' : text[pos]; }

bool TextCursor::take(const std::string &symbol) {
  skip();
  if (text.compare(pos, symbol.size(), symbol) != 0)
    return false;
  pos += symbol.size();
  return true;
}

bool TextCursor::isAt(const char *characters) const {
  return pos < text.size() &&
         std::string(characters).find(text[pos]) != std::string::npos;
}

bool TextCursor::take(const std::string &symbol, const char *notBefore) {
  skip();
  size_t start = pos;
  if (!take(symbol))
    return false;
  if (isAt(notBefore)) {
    pos = start;
    return false;
  }
  return true;
}

static bool isNameChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

bool TextCursor::takeWord(const std::string &word) {
  skip();
  size_t end = pos + word.size();
  if (text.compare(pos, word.size(), word) != 0 ||
      (end < text.size() && isNameChar(text[end])))
    return false;
  pos = end;
  return true;
}

std::string TextCursor::takeName() {
  skip();
  size_t start = pos;
  while (pos < text.size() && isNameChar(text[pos]))
    ++pos;
  return text.substr(start, pos - start);
}

void TextCursor::expect(const char *symbol) {
  if (!take(symbol))
    fail(std::string("expected '") + symbol + "'");
}

bool TextCursor::takeDigits() {
  size_t begin = pos;
  while (pos < text.size() &&
         std::isdigit(static_cast<unsigned char>(text[pos])))
    ++pos;
  return pos > begin;
}

ParsedValue TextCursor::takeNumber() {
  skip();
  size_t start = pos;
  bool isReal = false, any = takeDigits();
  if (isAt(".")) {
    isReal = true;
    ++pos;
    any = takeDigits() || any;
  }
  if (!any)
    fail("expected a number");
  bool isDouble = false;
  if (isAt("eEdD")) {
    isReal = true;
    isDouble = std::tolower(text[pos]) == 'd';
    ++pos;
    if (isAt("+-"))
      ++pos;
    if (!takeDigits())
      fail("expected an exponent");
  }
  std::string digits = text.substr(start, pos - start);
  if (!isReal) {
    int64_t value = 0;
    if (llvm::StringRef(digits).getAsInteger(10, value))
      fail("the number " + excerpt(digits, 40) +
           " does not fit 64 bits, it ends");
    return {Expr::integer(value), true};
  }
  for (char &c : digits)
    if (c == 'd' || c == 'D')
      c = 'e';
  double value = std::strtod(digits.c_str(), nullptr);
  return {Expr::real(value, Type::real(8)), !isDouble};
}
