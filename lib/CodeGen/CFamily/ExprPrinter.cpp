#include "CFamily/ExprPrinter.h"

#include "loopyc/CodeGen/Target.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace loopyc;
using namespace loopyc::codegen;

static Precedence tighter(Precedence p) {
  return static_cast<Precedence>(static_cast<int>(p) + 1);
}

std::string ExprPrinter::print(const Expr &e, Precedence context) {
  Text result = text(e);
  return result.precedence < context ? "(" + result.text + ")" : result.text;
}

std::string ExprPrinter::condition(const Expr &e) { return print(e); }

std::string ExprPrinter::address(const Expr &assignee) {
  wholeElements = true;
  addressed = assignee.getIf<ArrayRef>();
  std::string element = print(assignee);
  addressed = nullptr;
  wholeElements = false;
  return "&" + element;
}

std::pair<std::string, std::string> ExprPrinter::place(const Expr &element) {
  const ArrayRef &ref = *element.getIf<ArrayRef>();
  const Storage &storage = *data.find(ref.name);
  return {identifier(storage, ref), print(linearIndex(storage, ref))};
}

std::string ExprPrinter::numberOfElements(const Expr &e) {
  return print(data.wideIndices() ? widened(fold(e)) : fold(e));
}

// Is its value 0 or 1 already?
static bool isBoolean(const Expr &e) {
  if (e.getIf<LogicalLit>())
    return true;
  if (const auto *u = e.getIf<Unary>())
    return u->op == UnaryOp::Not;
  if (e.getIf<Binary>())
    return e.type().isLogical();
  if (const auto *c = e.getIf<Cast>())
    return isBoolean(c->a);
  if (const auto *s = e.getIf<Select>())
    return isBoolean(s->ifTrue) && isBoolean(s->ifFalse);
  const auto *call = e.getIf<Call>();
  return call && call->fn == Intrinsic::Btest;
}

std::string ExprPrinter::stored(const Expr &value) {
  if (value.type().isLogical() && !isBoolean(value))
    return print(value, Precedence::Relational) + " != 0";
  return print(value);
}

ExprPrinter::Text ExprPrinter::logicalOperand(const Expr &e) {
  if (isBoolean(e))
    return text(e);
  return {print(e, Precedence::Relational) + " != 0", Precedence::Equality};
}

// A call is no constant of C's.
std::string ExprPrinter::constant(const Expr &literal) {
  const auto *n = literal.getIf<ComplexLit>();
  if (!n)
    return print(literal);
  Type part = literal.type().part();
  return "{" + realLiteral(n->re, part).text + ", " +
         realLiteral(n->im, part).text + "}";
}

void ExprPrinter::setName(const Expr &e, const std::string &name) {
  names.erase(std::remove_if(names.begin(), names.end(),
                             [&](const auto &each) { return each.first == e; }),
              names.end());
  if (!name.empty())
    names.push_back({e, name});
}

ExprPrinter::Text ExprPrinter::text(const Expr &e) {
  Type type = e.type();
  for (const auto &[value, name] : names)
    if (e == value)
      return {name};
  if (type.isFloating())
    helpers.useType(type);
  return match(
      e->value,
      [&](const IntLit &lit) { return integerLiteral(lit.value, type); },
      [&](const RealLit &lit) { return realLiteral(lit.value, type); },
      [&](const LogicalLit &lit) { return Text{lit.value ? "1" : "0"}; },
      [&](const ComplexLit &lit) {
        return Text{helpers.use("make", type) + "(" +
                    realLiteral(lit.re, type.part()).text + ", " +
                    realLiteral(lit.im, type.part()).text + ")"};
      },
      [&](const VarRef &var) { return variable(var, type); },
      [&](const AxisRef &ref) { return position(ref.axis, type); },
      [&](const ArrayRef &ref) { return reference(ref, type); },
      [&](const Unary &u) { return unary(u, type); },
      [&](const Binary &b) { return binary(b, type); },
      [&](const Call &c) { return call(c, type); },
      [&](const Cast &c) { return cast(c.a, type); },
      [&](const Select &s) { return select(s); },
      [&](const RuleCall &rule) -> Text {
        throw InternalError("substitution rule " + rule.rule +
                            " is left in a scheduled kernel");
      },
      [&](const Reduction &) -> Text {
        throw InternalError("the reduction " + e.str() +
                            " is left in a scheduled kernel");
      },
      [&](const ExternalCall &c) {
        return Text{
            callText(helpers.useExternal(c, data.target.name()), c.args)};
      });
}

// --- leaves

ExprPrinter::Text ExprPrinter::integerLiteral(int64_t value, Type type) {
  if (type.isUnsigned()) {
    std::string suffix = type.bytes < 4 ? "" : "u";
    if (type.bytes == 8)
      suffix += dialect.longSuffix();
    return {std::to_string(static_cast<uint64_t>(value)) + suffix};
  }
  bool isLong = type.bytes == 8;
  const char *suffix = isLong ? dialect.longSuffix() : "";
  if (value == INT64_MIN || (!isLong && value == INT32_MIN))
    return {"(-" + std::to_string(-(value + 1)) + suffix + " - 1)"};
  if (value > INT32_MAX || value < INT32_MIN)
    suffix = dialect.longSuffix();
  return {std::to_string(value) + suffix,
          value < 0 ? Precedence::Unary : Precedence::Postfix};
}

// The shortest digits that give the value back.
static std::string shortestDigits(double value, bool single) {
  char buffer[64];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    bool exact = single ? std::strtof(buffer, nullptr) ==
                              static_cast<float>(value)
                        : std::strtod(buffer, nullptr) == value;
    if (exact)
      break;
  }
  std::string text = buffer;
  if (text.find_first_of(".en") == std::string::npos)
    text += ".0";
  return text;
}

ExprPrinter::Text ExprPrinter::realLiteral(double value, Type type) {
  bool single = type.bytes == 4;
  if (std::isnan(value))
    return {single ? "NAN" : "(double) NAN", Precedence::Unary};
  if (std::isinf(value))
    return {value < 0 ? "-INFINITY" : "INFINITY", Precedence::Unary};
  std::string text = shortestDigits(value, single) + (single ? "f" : "");
  return {text, std::signbit(value) ? Precedence::Unary : Precedence::Postfix};
}

// Axes are 32 bits wide.
ExprPrinter::Text ExprPrinter::position(const GridAxis &axis, Type type) {
  std::string name = data.axisName(axis);
  if (type == Type::integer(8))
    return {"(" + dialect.typeName(type) + ") " + name, Precedence::Unary};
  return {name};
}

ExprPrinter::Text ExprPrinter::variable(const VarRef &var, Type type) {
  if (plainNames)
    return {data.identifier(var.name)};
  const Storage *storage = data.find(var.name);
  if (!storage)
    return {data.identifier(var.name)};
  return reference(ArrayRef{var.name, {}}, type);
}

// --- operators

ExprPrinter::Text ExprPrinter::unary(const Unary &e, Type type) {
  if (e.op == UnaryOp::Not)
    return {"!" + print(e.a, Precedence::Unary), Precedence::Unary};
  if (type.isComplex())
    return {callText(helpers.use("neg", type), {e.a})};
  std::string operand = print(e.a, Precedence::Unary);
  if (operand[0] == '-')
    operand = "(" + operand + ")";
  return wrapped({"-" + operand, Precedence::Unary}, type);
}

ExprPrinter::Text ExprPrinter::arithmetic(const char *op, Precedence own,
                                          const Expr &a, const Expr &b) {
  return {print(a, own) + " " + op + " " + print(b, tighter(own)), own};
}

// The value of -e where that needs no sign: a negative literal's magnitude.
static Expr negatedLiteral(const Expr &e) {
  if (auto value = asInteger(e); value && *value < 0 && *value != INT64_MIN)
    return Expr::integer(-*value, e.type());
  if (const auto *real = e.getIf<RealLit>(); real && std::signbit(real->value))
    return Expr::real(-real->value, e.type());
  if (const auto *u = e.getIf<Unary>(); u && u->op == UnaryOp::Neg)
    return u->a;
  return Expr();
}

static bool isComparison(BinaryOp op) {
  switch (op) {
  case BinaryOp::Eq: case BinaryOp::Ne: case BinaryOp::Lt:
  case BinaryOp::Le: case BinaryOp::Gt: case BinaryOp::Ge:
    return true;
  default:
    return false;
  }
}

// C computes with small integers as with those of 32 bits.
ExprPrinter::Text ExprPrinter::wrapped(Text value, Type type) {
  if (!type.isUnsigned() || type.bytes >= 4)
    return value;
  std::string text = value.precedence < Precedence::Unary
                         ? "(" + value.text + ")"
                         : value.text;
  return {"(" + dialect.typeName(type) + ") " + text, Precedence::Unary};
}

ExprPrinter::Text ExprPrinter::unsignedBinary(const Binary &e, Type type) {
  switch (e.op) {
  case BinaryOp::Add:
    return wrapped(arithmetic("+", Precedence::Additive, e.a, e.b), type);
  case BinaryOp::Sub:
    return wrapped(arithmetic("-", Precedence::Additive, e.a, e.b), type);
  case BinaryOp::Mul: {
    if (type.bytes >= 4)
      return arithmetic("*", Precedence::Multiplicative, e.a, e.b);
    // 65535*65535 is no int.
    Text product{"1u * " + print(e.a, Precedence::Unary) + " * " +
                     print(e.b, Precedence::Unary),
                 Precedence::Multiplicative};
    return wrapped(product, type);
  }
  case BinaryOp::Div:
  case BinaryOp::FloorDiv:
    return arithmetic("/", Precedence::Multiplicative, e.a, e.b);
  case BinaryOp::Rem:
  case BinaryOp::FloorMod:
    return arithmetic("%", Precedence::Multiplicative, e.a, e.b);
  default:
    throw InternalError("unexpected operator of unsigned integers");
  }
}

ExprPrinter::Text ExprPrinter::binary(const Binary &e, Type type) {
  if (isComparison(e.op))
    return comparison(e);
  if (type.isUnsigned() && e.op != BinaryOp::Pow)
    return unsignedBinary(e, type);
  if (e.op == BinaryOp::Pow)
    return power(e, type);
  if (type.isComplex())
    return complexBinary(e, type);
  auto effective = [&] {
    bool isWide = type.isInteger() &&
                  (data.mentionsWide(e.a) || data.mentionsWide(e.b));
    return isWide ? Type::integer(8) : type;
  };
  if (type.isReal() && fast.any())
    if (std::optional<Text> quick = fastBinary(e, type))
      return *quick;
  switch (e.op) {
  case BinaryOp::Add:
    if (const auto *u = e.a.getIf<Unary>(); u && type.isInteger() &&
                                            u->op == UnaryOp::Neg &&
                                            asInteger(e.b).value_or(-1) > 0)
      return arithmetic("-", Precedence::Additive, e.b, u->a);
    if (Expr opposite = negatedLiteral(e.b))
      return arithmetic("-", Precedence::Additive, e.a, opposite);
    return arithmetic("+", Precedence::Additive, e.a, e.b);
  case BinaryOp::Sub:
    if (Expr opposite = negatedLiteral(e.b))
      return arithmetic("+", Precedence::Additive, e.a, opposite);
    return arithmetic("-", Precedence::Additive, e.a, e.b);
  case BinaryOp::Mul:
    return arithmetic("*", Precedence::Multiplicative, e.a, e.b);
  case BinaryOp::Div:
    return arithmetic("/", Precedence::Multiplicative, e.a, e.b);
  case BinaryOp::Rem:
    if (type.isReal())
      return {math("fmod", type, {e.a, e.b})};
    return arithmetic("%", Precedence::Multiplicative, e.a, e.b);
  case BinaryOp::FloorDiv:
    return {callText(helpers.use("floor_div", effective()), {e.a, e.b})};
  case BinaryOp::FloorMod:
    return {callText(helpers.use("floor_mod", effective()), {e.a, e.b})};
  case BinaryOp::And:
  case BinaryOp::Or: {
    bool isAnd = e.op == BinaryOp::And;
    Precedence own = isAnd ? Precedence::And : Precedence::Or;
    // `a && b || c` reads better, and compiles without a warning, with
    // parentheses around the first two.
    Precedence inner = isAnd ? Precedence::And : Precedence::Equality;
    auto side = [&](const Expr &operand) {
      const auto *b = operand.getIf<Binary>();
      return print(operand, b && b->op == e.op ? own : inner);
    };
    return {side(e.a) + (isAnd ? " && " : " || ") + side(e.b), own};
  }
  default:
    throw InternalError("unexpected operator in generated code");
  }
}

ExprPrinter::Text ExprPrinter::complexBinary(const Binary &e, Type type) {
  const char *helper = e.op == BinaryOp::Add   ? "add"
                       : e.op == BinaryOp::Sub ? "sub"
                       : e.op == BinaryOp::Mul ? "mul"
                                               : "div";
  return {callText(helpers.use(helper, type), {e.a, e.b})};
}

static const char *comparisonText(BinaryOp op) {
  switch (op) {
  case BinaryOp::Eq: return " == ";
  case BinaryOp::Ne: return " != ";
  case BinaryOp::Lt: return " < ";
  case BinaryOp::Le: return " <= ";
  case BinaryOp::Gt: return " > ";
  default: return " >= ";
  }
}

ExprPrinter::Text ExprPrinter::comparison(const Binary &e) {
  Type operand = e.a.type();
  bool equality = e.op == BinaryOp::Eq || e.op == BinaryOp::Ne;
  if (operand.isComplex())
    return {(e.op == BinaryOp::Ne ? "!" : "") +
                callText(helpers.use("eq", operand), {e.a, e.b}),
            Precedence::Unary};
  Precedence own = equality ? Precedence::Equality : Precedence::Relational;
  auto side = [&](const Expr &part) {
    Text t = operand.isLogical() ? logicalOperand(part) : text(part);
    return t.precedence < Precedence::Additive ? "(" + t.text + ")" : t.text;
  };
  return {side(e.a) + comparisonText(e.op) + side(e.b), own};
}

// Can it be written several times without computing it again?
static bool isCheap(const Expr &e) {
  return e.getIf<VarRef>() || e.getIf<AxisRef>() || e.getIf<IntLit>() ||
         e.getIf<RealLit>();
}

ExprPrinter::Text ExprPrinter::power(const Binary &e, Type type) {
  Type exponentType = e.b.type();
  if (!exponentType.isInteger()) {
    if (type.isComplex())
      return {callText(helpers.use("pow", type), {e.a, e.b})};
    return realPower(e, type);
  }
  auto exponent = asInteger(e.b);
  if (exponent == 1)
    return text(e.a);
  bool isSquare = exponent == 2 && (isCheap(e.a) || e.a.getIf<ArrayRef>());
  bool isSmall = type.isUnsigned() && type.bytes < 4;
  if (!type.isComplex() && !isSmall &&
      (isSquare || (exponent == 3 && isCheap(e.a)))) {
    std::string factor = print(e.a, Precedence::Unary);
    std::string product = factor + " * " + factor;
    return {exponent == 3 ? product + " * " + factor : product,
            Precedence::Multiplicative};
  }
  return {callText(helpers.use(type.isAnyInteger() ? "pow" : "powi", type),
                   {e.a, e.b})};
}

ExprPrinter::Text ExprPrinter::castText(const std::string &typeName,
                                        const Expr &operand) {
  return {"(" + typeName + ") " + print(operand, Precedence::Unary),
          Precedence::Unary};
}

ExprPrinter::Text ExprPrinter::cast(const Expr &from, Type type) {
  Type source = from.type();
  if (type.isComplex()) {
    std::string make = helpers.use("make", type);
    if (!source.isComplex())
      return {make + "(" + cast(from, type.part()).text + ", 0)"};
    if (source == type)
      return text(from);
    // Both parts are converted by the assignment to parameters.
    return {callText(helpers.use(type.bytes == 16 ? "widen" : "narrow", type),
                     {from})};
  }
  if (source.isComplex()) {
    Text part{print(from, Precedence::Postfix) + ".re"};
    if (source.part() == type)
      return part;
    return {"(" + dialect.typeName(type) + ") " + part.text, Precedence::Unary};
  }
  if (auto value = asInteger(from); value && !type.isLogical()) {
    if (type.isReal() && std::abs(*value) <= (int64_t(1) << 24))
      return realLiteral(static_cast<double>(*value), type);
    if (type.isInteger() && (type.bytes == 8 || !source.isUnsigned()))
      return integerLiteral(*value, type);
  }
  if (source == type || (source.isLogical() && type.isLogical()))
    return text(from);
  if (type.isLogical() || source.isLogical())
    return logicalOperand(from);
  return castText(dialect.typeName(type), from);
}

ExprPrinter::Text ExprPrinter::select(const Select &e) {
  return {print(e.condition, Precedence::Or) + " ? " + print(e.ifTrue) +
              " : " + print(e.ifFalse),
          Precedence::Conditional};
}
