#include "loopyc/IR/ExprParser.h"

#include "TextCursor.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Nesting.h"

#include <cctype>

using namespace loopyc;
using Value = ParsedValue;

namespace {

class Parser : TextCursor {
public:
  Parser(const std::string &text, const NameResolver &resolve)
      : TextCursor(text), resolve(resolve) {}

  Value whole() {
    Value v = parseOr();
    if (!atEnd())
      fail("expected an operator or the end");
    return v;
  }

private:
  void requireLogical(const Value &v) const {
    if (!v.e.type().isLogical())
      fail("'" + v.e.str() + "' is not a condition");
  }
  void requireNumber(const Value &v) const {
    if (v.e.type().isLogical())
      fail("'" + v.e.str() + "' is a condition, not a number");
  }
  void requireInteger(const Value &v) const {
    if (!v.e.type().isAnyInteger())
      fail("'" + v.e.str() + "' is not an integer");
  }

  // --- grammar

  Value parseOr() {
    Value a = parseAnd();
    while (takeWord("or") || take("||")) {
      Value b = parseAnd();
      requireLogical(a);
      requireLogical(b);
      a = fixed(Expr::binary(BinaryOp::Or, a.e, b.e));
    }
    return a;
  }

  Value parseAnd() {
    Value a = parseNot();
    while (takeWord("and") || take("&&")) {
      Value b = parseNot();
      requireLogical(a);
      requireLogical(b);
      a = fixed(Expr::binary(BinaryOp::And, a.e, b.e));
    }
    return a;
  }

  Value parseNot() {
    if (!takeWord("not"))
      return parseComparison();
    Value a = parseNot();
    if (a.e.type().isAnyInteger())
      return fixed(Expr::call(Intrinsic::Inot, {a.e}, a.e.type()));
    requireLogical(a);
    return fixed(Expr::unary(UnaryOp::Not, a.e));
  }

  std::optional<BinaryOp> takeComparison() {
    if (take("=="))
      return BinaryOp::Eq;
    if (take("!=") || take("/="))
      return BinaryOp::Ne;
    if (take("<="))
      return BinaryOp::Le;
    if (take(">="))
      return BinaryOp::Ge;
    if (take("<"))
      return BinaryOp::Lt;
    if (take(">"))
      return BinaryOp::Gt;
    return std::nullopt;
  }

  Value parseComparison() {
    Value a = parseSum();
    Value result = a;
    bool first = true;
    while (auto op = takeComparison()) {
      Value b = parseSum();
      Value left = a, right = b;
      requireNumber(left);
      requireNumber(right);
      unify(left, right);
      Expr compared = Expr::binary(*op, left.e, right.e);
      result = fixed(first ? compared
                           : Expr::binary(BinaryOp::And, result.e, compared));
      first = false;
      a = b;
    }
    return result;
  }

  Value parseSum() {
    Value a = parseProduct();
    for (;;) {
      if (take("+"))
        a = arithmetic(BinaryOp::Add, a, parseProduct());
      else if (take("-"))
        a = arithmetic(BinaryOp::Sub, a, parseProduct());
      else
        return a;
    }
  }

  Value parseProduct() {
    Value a = parseSigned();
    for (;;) {
      if (take("*", "*"))
        a = arithmetic(BinaryOp::Mul, a, parseSigned());
      else if (take("//"))
        a = arithmetic(BinaryOp::FloorDiv, a, parseSigned());
      else if (take("/", "="))
        a = arithmetic(BinaryOp::Div, a, parseSigned());
      else if (take("%"))
        a = arithmetic(BinaryOp::FloorMod, a, parseSigned());
      else
        return a;
    }
  }

  Value arithmetic(BinaryOp op, Value a, Value b) {
    requireNumber(a);
    requireNumber(b);
    unify(a, b);
    bool integerOnly = op == BinaryOp::FloorDiv || op == BinaryOp::FloorMod;
    if (integerOnly && !a.e.type().isAnyInteger())
      fail("// and % are for integers");
    return fixed(Expr::binary(op, a.e, b.e));
  }

  Value parseSigned() {
    if (take("+"))
      return parseSigned();
    if (!take("-"))
      return parsePower();
    Value a = parseSigned();
    requireNumber(a);
    if (a.flexible) {
      if (const auto *n = a.e.getIf<IntLit>())
        return {Expr::integer(-n->value, a.e.type()), true};
      if (const auto *n = a.e.getIf<RealLit>())
        return {Expr::real(-n->value, a.e.type()), true};
    }
    return fixed(Expr::unary(UnaryOp::Neg, a.e));
  }

  Value parsePower() {
    Value a = parseAtom();
    if (!take("**"))
      return a;
    Value b = parseSigned();
    requireNumber(a);
    requireNumber(b);
    if (!b.e.type().isInteger())
      unify(a, b);
    return fixed(Expr::binary(BinaryOp::Pow, a.e, b.e));
  }

  Value parseAtom() {
    if (take("(")) {
      Value v = parseOr();
      expect(")");
      return v;
    }
    if (atEnd())
      fail("expected an operand");
    char c = next();
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.')
      return takeNumber();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_')
      return parseName();
    fail(std::string("unexpected '") + c + "'");
  }

  std::vector<Value> parseList(const char *close) {
    std::vector<Value> list;
    if (take(close))
      return list;
    do
      list.push_back(parseOr());
    while (take(","));
    expect(close);
    return list;
  }

  Value parseName() {
    std::string name = takeName();
    if (name == "True" || name == "False")
      return fixed(Expr::logical(name == "True"));
    auto known = resolve(name);
    if (known && !known->spelling.empty())
      name = known->spelling;
    if (!known) {
      if (!take("("))
        fail("unknown name '" + name + "'",
             resolve.known().empty() ? ""
                                     : suggestion(name, resolve.known()));
      if (auto op = takeReduction(name))
        return parseReduction(*op);
      return parseCall(name, parseList(")"));
    }
    switch (known->kind) {
    case ResolvedName::Scalar:
    case ResolvedName::Iname:
      return fixed(Expr::var(name, known->type));
    case ResolvedName::Array:
    case ResolvedName::Rule:
      break;
    }
    return parseUse(name, *known);
  }

  // --- reductions

  // Is the call, whose parenthesis was read, a reduction? A name that is an
  // intrinsic's as well wants its inames in brackets.
  std::optional<ReductionOp> takeReduction(const std::string &name) {
    if (name == "reduce") {
      std::string word = parseWord("the operation of the reduction");
      auto op = reductionByName(word);
      if (!op)
        fail("'" + word +
             "' is no operation of reductions; these are sum, "
             "product, min, max, all, any, eqv, neqv, iand, ior and ieor; it "
             "ends");
      expect(",");
      return op;
    }
    auto op = reductionByName(name);
    if (!op || !intrinsicByName(name))
      return op;
    if (next() == '[')
      return op;
    // (k, l) is no number.
    size_t start = place();
    bool isTuple = take("(") && takeInameList(")");
    goTo(start);
    return isTuple ? op : std::nullopt;
  }

  // Names with a comma in between, and what closes the list.
  bool takeInameList(const char *close) {
    bool comma = false;
    do {
      if (take(close))
        return comma;
      std::string word = takeName();
      if (word.empty())
        return false;
      comma = comma || next() == ',';
    } while (take(","));
    return take(close) && comma;
  }

  std::string parseWord(const char *what) {
    std::string word = takeName();
    if (word.empty())
      fail(std::string("expected ") + what);
    return word;
  }

  std::string parseIname() {
    std::string name = parseWord("an iname to reduce over");
    auto known = resolve(name);
    if (known && known->kind == ResolvedName::Scalar)
      fail("a reduction over '" + name + "' cannot stand here; it ends");
    if (!known || known->kind != ResolvedName::Iname)
      fail("'" + name +
           "' is no iname, over which a reduction could be; it "
           "ends");
    return known->spelling.empty() ? name : known->spelling;
  }

  std::vector<std::string> parseInames() {
    const char *close = take("[") ? "]" : take("(") ? ")" : nullptr;
    std::vector<std::string> inames{parseIname()};
    if (!close)
      return inames;
    while (!take(close)) {
      expect(",");
      if (take(close)) // (k,)
        break;
      inames.push_back(parseIname());
    }
    return inames;
  }

  Value parseReduction(ReductionOp op) {
    std::vector<std::string> inames = parseInames();
    expect(",");
    Value v = parseOr();
    expect(")");
    if (isLogical(op))
      requireLogical(v);
    else if (isBitwise(op))
      requireInteger(v);
    else
      requireNumber(v);
    return fixed(Expr::reduction(op, inames, v.e));
  }

  Value parseUse(const std::string &name, const ResolvedName &known) {
    std::vector<Expr> list;
    if (take("["))
      list = exprsOf(parseList("]"));
    else if (take("("))
      list = exprsOf(parseList(")"));
    else if (known.operandCount > 0)
      fail("'" + name + "' needs subscripts");
    if (list.size() != known.operandCount)
      fail("'" + name + "' takes " + std::to_string(known.operandCount) +
           " operands, not " + std::to_string(list.size()));
    if (known.kind == ResolvedName::Rule)
      return fixed(Expr::rule(name, list, known.type));
    for (const Expr &subscript : list)
      if (!subscript.type().isInteger())
        fail("subscript '" + subscript.str() + "' is not an integer");
    return fixed(Expr::array(name, list, known.type));
  }

  Value parseCall(const std::string &name, std::vector<Value> args) {
    if (name == "if" && args.size() == 3) {
      requireLogical(args[0]);
      unify(args[1], args[2]);
      return fixed(Expr::select(args[0].e, args[1].e, args[2].e));
    }
    if ((name == "mod" || name == "modulo") && args.size() == 2) {
      unify(args[0], args[1]);
      return fixed(
          Expr::binary(name == "mod" ? BinaryOp::Rem : BinaryOp::FloorMod,
                       args[0].e, args[1].e));
    }
    auto type = Type::parse(name);
    if (type && args.size() == 1)
      return fixed(literalAs(args[0].e, *type));
    auto fn = intrinsicByName(name);
    if (!fn)
      fail("unknown function '" + name + "'");
    if (args.empty())
      fail("'" + name + "' needs operands");
    return intrinsicCall(*fn, std::move(args));
  }

  const NameResolver &resolve;
};

} // namespace

Expr loopyc::parseExpr(const std::string &text, const NameResolver &resolve,
                       std::optional<Type> expected) {
  requireShallow(text, "expression");
  Value v = Parser(text, resolve).whole();
  if (!expected)
    return v.e;
  if (v.flexible && v.e.getIf<RealLit>() && expected->isReal())
    return Expr::real(v.e.getIf<RealLit>()->value, *expected);
  return convert(v.e, *expected);
}
