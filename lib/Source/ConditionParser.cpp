#include "ConditionParser.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <cctype>
#include <vector>

using namespace loopyc;
using namespace loopyc::source;
using llvm::StringRef;

namespace {

// Binary operators by level, loosest first; longer spellings before shorter.
const std::vector<std::vector<const char *>> levels = {
    {"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"},
    {"*", "/", "%"}};

class ConditionParser {
public:
  explicit ConditionParser(StringRef text) : whole(text), rest(text) {}

  int64_t parse() {
    int64_t value = binary(0);
    if (!rest.ltrim().empty())
      fail("an operator");
    return value;
  }

private:
  int64_t binary(size_t level) {
    if (level == levels.size())
      return unary();
    int64_t value = binary(level + 1);
    for (;;) {
      const char *op = takeOperator(level);
      if (!op)
        return value;
      value = apply(op, value, binary(level + 1));
    }
  }

  const char *takeOperator(size_t level) {
    rest = rest.ltrim();
    for (const char *op : levels[level])
      if (rest.consume_front(op))
        return op;
    return nullptr;
  }

  int64_t apply(StringRef op, int64_t a, int64_t b) {
    if ((op == "/" || op == "%") && b == 0)
      throw UserError("division by zero in #if " + whole.trim().str());
    return op == "||"   ? a || b
           : op == "&&" ? a && b
           : op == "==" ? a == b
           : op == "!=" ? a != b
           : op == "<=" ? a <= b
           : op == ">=" ? a >= b
           : op == "<"  ? a < b
           : op == ">"  ? a > b
           : op == "+"  ? a + b
           : op == "-"  ? a - b
           : op == "*"  ? a * b
           : op == "/"  ? a / b
                        : a % b;
  }

  int64_t unary() {
    rest = rest.ltrim();
    if (rest.consume_front("!"))
      return !unary();
    if (rest.consume_front("-"))
      return -unary();
    if (rest.consume_front("+"))
      return unary();
    if (rest.consume_front("(")) {
      int64_t value = binary(0);
      rest = rest.ltrim();
      if (!rest.consume_front(")"))
        fail("')'");
      return value;
    }
    return operand();
  }

  int64_t operand() {
    size_t end = 0;
    while (end < rest.size() &&
           (std::isalnum(static_cast<unsigned char>(rest[end])) ||
            rest[end] == '_'))
      ++end;
    StringRef word = rest.take_front(end);
    if (word.empty())
      fail("a number or a name");
    rest = rest.drop_front(end);
    if (!std::isdigit(static_cast<unsigned char>(word[0])))
      return 0;
    int64_t value = 0;
    if (word.rtrim("lLuU").getAsInteger(0, value))
      fail("an integer");
    return value;
  }

  [[noreturn]] void fail(const std::string &expected) const {
    StringRef found = rest.ltrim();
    throw UserError("expected " + expected + " in #if " + whole.trim().str() +
                    ", found " +
                    (found.empty() ? std::string("the end") : found.str()));
  }

  StringRef whole, rest;
};

} // namespace

int64_t source::evaluateCondition(const std::string &text) {
  return ConditionParser(text).parse();
}
