#include "loopyc/IR/ExprParser.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"
#include "loopyc/Support/Nesting.h"

#include "llvm/ADT/StringRef.h"

#include <cctype>
#include <cstdlib>
#include <unordered_map>

using namespace loopyc;

NameResolver loopyc::resolverOf(const Kernel &kernel) {
  std::unordered_map<std::string, ResolvedName> names;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list)
      names[var->name] = {var->isScalar() ? ResolvedName::Scalar
                                          : ResolvedName::Array,
                          var->type, var->axes.size(), ""};
  for (const std::string &iname : kernel.inames())
    names[iname] = {ResolvedName::Iname, Type::integer(4), 0, ""};
  for (const SubstitutionRule &rule : kernel.rules)
    names[rule.name] = {ResolvedName::Rule, rule.value.type(),
                        rule.parameters.size(), ""};
  std::unordered_map<std::string, std::string> spellings; // by lower case
  for (const auto &[name, resolved] : names) {
    auto [it, isNew] = spellings.emplace(lowerCase(name), name);
    if (!isNew)
      it->second.clear(); // not unique
  }
  return [names = std::move(names), spellings = std::move(spellings)](
             const std::string &name) -> std::optional<ResolvedName> {
    auto it = names.find(name);
    if (it != names.end())
      return it->second;
    auto spelling = spellings.find(lowerCase(name));
    if (spelling == spellings.end() || spelling->second.empty())
      return std::nullopt;
    ResolvedName resolved = names.at(spelling->second);
    resolved.spelling = spelling->second;
    return resolved;
  };
}

NameResolver loopyc::withoutReductions(NameResolver resolve) {
  return [resolve = std::move(resolve)](
             const std::string &name) -> std::optional<ResolvedName> {
    auto resolved = resolve(name);
    if (resolved && resolved->kind == ResolvedName::Iname)
      resolved->kind = ResolvedName::Scalar;
    return resolved;
  };
}

Expr loopyc::convert(const Expr &e, Type type) {
  if (e.type() == type)
    return e;
  if (const auto *literal = e.getIf<IntLit>()) {
    if (type.isInteger())
      return Expr::integer(literal->value, type);
    if (type.isReal())
      return Expr::real(static_cast<double>(literal->value), type);
    if (type.isComplex())
      return Expr::complex(static_cast<double>(literal->value), 0.0, type);
  }
  return Expr::cast(e, type);
}

namespace {

// A value of the parser; `flexible` literals take the other operand's type.
struct Value {
  Expr e;
  bool flexible = false;
};

class Parser {
public:
  Parser(const std::string &text, const NameResolver &resolve)
      : text(text), resolve(resolve) {}

  Value whole() {
    requireShallow(text, "expression");
    Value v = parseOr();
    if (!atEnd())
      fail("expected an operator or the end");
    return v;
  }

private:
  // --- characters

  [[noreturn]] void fail(const std::string &what) const {
    throw UserError("cannot read expression '" + excerpt(text) + "': " + what +
                    " at column " + std::to_string(pos + 1));
  }
  void skip() {
    while (pos < text.size() &&
           std::isspace(static_cast<unsigned char>(text[pos])))
      ++pos;
  }
  bool atEnd() {
    skip();
    return pos == text.size();
  }
  bool take(const std::string &symbol) {
    skip();
    if (text.compare(pos, symbol.size(), symbol) != 0)
      return false;
    pos += symbol.size();
    return true;
  }
  // An operator that must not be the start of a longer one.
  bool take(const std::string &symbol, const char *notBefore) {
    skip();
    size_t start = pos;
    if (!take(symbol))
      return false;
    if (pos < text.size() &&
        std::string(notBefore).find(text[pos]) != std::string::npos) {
      pos = start;
      return false;
    }
    return true;
  }
  static bool isNameChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
  }
  bool takeWord(const std::string &word) {
    skip();
    size_t end = pos + word.size();
    if (text.compare(pos, word.size(), word) != 0 ||
        (end < text.size() && isNameChar(text[end])))
      return false;
    pos = end;
    return true;
  }
  void expect(const char *symbol) {
    if (!take(symbol))
      fail(std::string("expected '") + symbol + "'");
  }

  // --- types

  static Value fixed(Expr e) { return {std::move(e), false}; }

  // A flexible literal takes the type of what it meets if that is at least as
  // high a class: 2*x is 2.0*x, 1.5*i stays real.
  static bool adapts(const Value &v, Type type) {
    return v.flexible && !type.isLogical() &&
           (v.e.type().isInteger() || type.isFloating());
  }
  static void unify(Value &a, Value &b) {
    bool literals = a.flexible && b.flexible;
    if (!literals && adapts(a, b.e.type()))
      a.e = literalAs(a.e, b.e.type());
    else if (!literals && adapts(b, a.e.type()))
      b.e = literalAs(b.e, a.e.type());
    Type type = promote(a.e.type(), b.e.type());
    a.e = convert(a.e, type);
    b.e = convert(b.e, type);
  }
  static Expr literalAs(const Expr &e, Type type) {
    if (const auto *real = e.getIf<RealLit>()) {
      if (type.isReal())
        return Expr::real(real->value, type);
      if (type.isComplex())
        return Expr::complex(real->value, 0.0, type);
    }
    return convert(e, type);
  }
  void requireLogical(const Value &v) const {
    if (!v.e.type().isLogical())
      fail("'" + v.e.str() + "' is not a condition");
  }
  void requireNumber(const Value &v) const {
    if (v.e.type().isLogical())
      fail("'" + v.e.str() + "' is a condition, not a number");
  }
  void requireInteger(const Value &v) const {
    if (!v.e.type().isInteger())
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
    if (a.e.type().isInteger())
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
    if (integerOnly && !a.e.type().isInteger())
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
    skip();
    if (take("(")) {
      Value v = parseOr();
      expect(")");
      return v;
    }
    if (pos == text.size())
      fail("expected an operand");
    char c = text[pos];
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.')
      return parseNumber();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_')
      return parseName();
    fail(std::string("unexpected '") + c + "'");
  }

  Value parseNumber() {
    size_t start = pos;
    auto digits = [&] {
      size_t begin = pos;
      while (pos < text.size() &&
             std::isdigit(static_cast<unsigned char>(text[pos])))
        ++pos;
      return pos > begin;
    };
    bool isReal = false, any = digits();
    if (pos < text.size() && text[pos] == '.') {
      isReal = true;
      ++pos;
      any = digits() || any;
    }
    if (!any)
      fail("expected a number");
    bool isDouble = false;
    if (pos < text.size() &&
        std::string("eEdD").find(text[pos]) != std::string::npos) {
      isReal = true;
      isDouble = std::tolower(text[pos]) == 'd';
      ++pos;
      if (pos < text.size() && (text[pos] == '+' || text[pos] == '-'))
        ++pos;
      if (!digits())
        fail("expected an exponent");
    }
    std::string digitsText = text.substr(start, pos - start);
    if (!isReal) {
      int64_t value = 0;
      if (llvm::StringRef(digitsText).getAsInteger(10, value))
        fail("the number " + excerpt(digitsText, 40) +
             " does not fit 64 bits, it ends");
      return {Expr::integer(value), true};
    }
    for (char &c : digitsText)
      if (c == 'd' || c == 'D')
        c = 'e';
    double value = std::strtod(digitsText.c_str(), nullptr);
    return {Expr::real(value, Type::real(8)), !isDouble};
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

  static std::vector<Expr> exprsOf(const std::vector<Value> &values) {
    std::vector<Expr> list;
    for (const Value &v : values)
      list.push_back(v.e);
    return list;
  }

  Value parseName() {
    size_t start = pos;
    while (pos < text.size() && isNameChar(text[pos]))
      ++pos;
    std::string name = text.substr(start, pos - start);
    if (name == "True" || name == "False")
      return fixed(Expr::logical(name == "True"));
    auto known = resolve(name);
    if (known && !known->spelling.empty())
      name = known->spelling;
    if (!known) {
      if (!take("("))
        fail("unknown name '" + name + "'");
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
             "product, min, max, all, any, iall, iany and iparity; it ends");
      expect(",");
      return op;
    }
    auto op = reductionByName(name);
    if (!op || !intrinsicByName(name))
      return op;
    skip();
    if (pos < text.size() && text[pos] == '[')
      return op;
    // (k, l) is no number.
    size_t start = pos;
    bool isTuple = take("(") && takeInameList(")");
    pos = start;
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
      skip();
      comma = comma || (pos < text.size() && text[pos] == ',');
    } while (take(","));
    return take(close) && comma;
  }

  std::string takeName() {
    skip();
    size_t start = pos;
    while (pos < text.size() && isNameChar(text[pos]))
      ++pos;
    return text.substr(start, pos - start);
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
    switch (op) {
    case ReductionOp::And:
    case ReductionOp::Or:
      requireLogical(v);
      break;
    case ReductionOp::BitAnd:
    case ReductionOp::BitOr:
    case ReductionOp::BitXor:
      requireInteger(v);
      break;
    case ReductionOp::Add:
    case ReductionOp::Mul:
    case ReductionOp::Min:
    case ReductionOp::Max:
      requireNumber(v);
      break;
    }
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

  Value intrinsicCall(Intrinsic fn, std::vector<Value> args) {
    // All operands of one type; a literal adapts to the others.
    for (size_t pass = 0; pass < 2; ++pass)
      for (size_t i = 1; i < args.size(); ++i)
        unify(args[0], args[i]);
    Type type = args[0].e.type();
    switch (fn) {
    case Intrinsic::Floor:
    case Intrinsic::Ceiling:
    case Intrinsic::Nint:
      return fixed(Expr::call(fn, exprsOf(args), Type::integer(4)));
    case Intrinsic::Btest:
      return fixed(Expr::call(fn, exprsOf(args), Type::logical(4)));
    case Intrinsic::Abs:
    case Intrinsic::RealPart:
    case Intrinsic::ImagPart:
      return fixed(
          Expr::call(fn, exprsOf(args), type.isComplex() ? type.part() : type));
    case Intrinsic::MakeComplex:
      return fixed(
          Expr::call(fn, exprsOf(args), Type::complex(2 * type.bytes)));
    case Intrinsic::Min:
    case Intrinsic::Max:
    case Intrinsic::Sign:
    case Intrinsic::Dim:
    case Intrinsic::Iand:
    case Intrinsic::Ior:
    case Intrinsic::Ieor:
    case Intrinsic::Inot:
    case Intrinsic::Ishft:
      return fixed(Expr::call(fn, exprsOf(args), type));
    default: // functions of real and complex numbers
      for (Value &arg : args)
        if (arg.e.type().isInteger())
          arg.e = convert(arg.e, Type::real(8));
      type = args[0].e.type();
      return fixed(Expr::call(fn, exprsOf(args), type));
    }
  }

  const std::string &text;
  const NameResolver &resolve;
  size_t pos = 0;
};

} // namespace

Expr loopyc::parseExpr(const std::string &text, const NameResolver &resolve,
                       std::optional<Type> expected) {
  Value v = Parser(text, resolve).whole();
  if (!expected)
    return v.e;
  if (v.flexible && v.e.getIf<RealLit>() && expected->isReal())
    return Expr::real(v.e.getIf<RealLit>()->value, *expected);
  return convert(v.e, *expected);
}
