#include "Arithmetic.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Support/Integers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace loopyc;
using namespace loopyc::language;

Value language::literal(int64_t value) {
  bool isShort = value >= INT32_MIN && value <= INT32_MAX;
  return {Expr::integer(value, Type::integer(isShort ? 4 : 8)), true, {}};
}

Value language::literal(double value) {
  return {Expr::real(value, Type::real(8)), true, {}};
}

Type language::unknownType() { return {TypeClass::Integer, 0}; }
bool language::isUnknown(Type type) { return isOpen(type) && type.isInteger(); }

Type language::promoteLikeNumPy(Type a, Type b) {
  if (isUnknown(a))
    return b;
  if (isUnknown(b))
    return a;
  if (isOpen(a) || isOpen(b))
    return openType();
  if (a.cls == b.cls)
    return a.bytes >= b.bytes ? a : b;
  if (a.isLogical())
    return b;
  if (b.isLogical())
    return a;
  if (a.isAnyInteger() && b.isAnyInteger())
    return promote(a, b);
  // A real number that holds all values of an integer: of more than 16 bits,
  // float64.
  auto part = [](Type t) {
    return t.isAnyInteger() ? (t.bytes <= 2 ? 4 : 8)
                            : (t.isComplex() ? t.bytes / 2 : t.bytes);
  };
  int bytes = std::max(part(a), part(b));
  return a.isComplex() || b.isComplex() ? Type::complex(2 * bytes)
                                        : Type::real(bytes);
}

// --- conversions

static bool isLiteral(const Expr &e) {
  return e.getIf<IntLit>() || e.getIf<RealLit>() || e.getIf<ComplexLit>();
}

// 0 or 1
static Expr numberOf(const Expr &e) {
  return e.type().isLogical()
             ? Expr::select(e, Expr::integer(1), Expr::integer(0))
             : e;
}

// What argmin begins with, whatever its type will be.
static bool isInfinite(const Expr &e) {
  const auto *n = e.getIf<RealLit>();
  return n && std::isinf(n->value);
}

static Expr largestInteger(bool isNegative, Type type) {
  if (type.isUnsigned())
    return Expr::integer(
        isNegative ? 0
                   : static_cast<int64_t>(UINT64_MAX >> (64 - 8 * type.bytes)),
        type);
  int64_t top = INT64_MAX >> (64 - 8 * type.bytes);
  return Expr::integer(isNegative ? -top - 1 : top, type);
}

static Expr literalOf(const Expr &e, Type type) {
  if (const auto *n = e.getIf<IntLit>()) {
    if (isOpen(type) || type.isAnyInteger())
      return Expr::integer(n->value, type);
    double value = e.type().isUnsigned()
                       ? static_cast<double>(static_cast<uint64_t>(n->value))
                       : static_cast<double>(n->value);
    return type.isReal() ? Expr::real(value, type)
                         : Expr::complex(value, 0, type);
  }
  if (const auto *n = e.getIf<RealLit>()) {
    if (type.isAnyInteger() && !isOpen(type))
      return largestInteger(n->value < 0, type);
    return type.isComplex() ? Expr::complex(n->value, 0, type)
                            : Expr::real(n->value, type);
  }
  const auto *n = e.getIf<ComplexLit>();
  return Expr::complex(n->re, n->im, type);
}

// 2**63 and more are literals without a sign.
static bool holdsLiteral(const Expr &literal, Type type) {
  int64_t value = literal.getIf<IntLit>()->value;
  bool isLarge = literal.type().isUnsigned() && value < 0;
  if (type.bytes == 8)
    return isLarge ? type.isUnsigned() : value >= 0 || type.isInteger();
  int64_t end = int64_t(1) << (8 * type.bytes - (type.isInteger() ? 1 : 0));
  return !isLarge && value < end && value >= (type.isInteger() ? -end : 0);
}

static Expr converted(const Value &a, Type type) {
  Expr e = a.e;
  if (e.type() == type)
    return e;
  bool isOfType = e.getIf<IntLit>() && type.isAnyInteger()
                      ? holdsLiteral(e, type)
                      : !type.isLogical();
  bool fits =
      isOpen(type) ||
      (e.getIf<IntLit>() ? isOfType
       : e.getIf<RealLit>()
           ? type.isFloating() || (isInfinite(e) && type.isAnyInteger())
           : type.isComplex());
  if (a.flexible && isLiteral(e) && fits)
    return literalOf(e, type);
  if (!type.isLogical())
    e = numberOf(e);
  return Expr::cast(e, type);
}

Type language::metBy(const Value &literal, Type type) {
  if (isOpen(type))
    return type;
  if (literal.isForLiterals()) {
    Type result = type;
    for (const Expr &one : literal.literals)
      result = promoteLikeNumPy(result, metBy({one, true, {}}, type));
    return result;
  }
  if (literal.e.getIf<IntLit>()) {
    if (type.isLogical())
      return literal.e.type();
    bool fits = !type.isAnyInteger() || holdsLiteral(literal.e, type);
    return fits ? type : promoteLikeNumPy(type, literal.e.type());
  }
  if (literal.e.getIf<ComplexLit>())
    return type.isComplex() ? type
           : type.isReal()  ? Type::complex(2 * type.bytes)
                            : Type::complex(16);
  if (isInfinite(literal.e) && type.isAnyInteger())
    return type;
  return type.isFloating() ? type : Type::real(8);
}

static Type commonType(const Value &a, const Value &b) {
  if (a.flexible && !b.flexible)
    return metBy(a, b.e.type());
  if (b.flexible && !a.flexible)
    return metBy(b, a.e.type());
  return promoteLikeNumPy(a.e.type(), b.e.type());
}

static void unifyTo(Value &a, Value &b, Type type) {
  bool both = a.flexible && b.flexible;
  a = {converted(a, type), both, {}};
  b = {converted(b, type), both, {}};
}

void language::unify(Value &a, Value &b) {
  a.e = numberOf(a.e);
  b.e = numberOf(b.e);
  unifyTo(a, b, commonType(a, b));
}

Value language::castTo(const Value &a, Type type) {
  if (type.isLogical())
    return fixed(Expr::cast(condition(a), type));
  Value number{numberOf(a.e), a.flexible, {}};
  if (number.e.type().isComplex() && !type.isComplex())
    throw UserError("'" + a.e.str() +
                    "' is complex, and no cast makes it "
                    "real; write real(...) or imag(...)");
  return fixed(converted(number, type));
}

Expr language::condition(const Value &a) {
  if (a.e.type().isLogical())
    return a.e;
  Value number = a, zero = literal(int64_t(0));
  unify(number, zero);
  return Expr::binary(BinaryOp::Ne, number.e, zero.e, Type::logical());
}

Expr language::integerOf(const Value &a) {
  Expr e = numberOf(a.e);
  if (e.type().isUnsigned())
    return Expr::cast(e, Type::integer(e.type().bytes < 4 ? 4 : 8));
  if (!e.type().isInteger() && !isOpen(e.type()))
    throw UserError("'" + e.str() +
                    "' is no integer, which a subscript must "
                    "be; write cast(np.int32, ...)");
  return e;
}

Expr language::assignable(const Value &a, Type type) {
  if (a.e.type().isComplex() && !type.isComplex() && !isOpen(type))
    throw UserError("the value is complex, and what it is assigned to is " +
                    type.str() + "; write real(...) or imag(...)");
  if (type.isLogical() && isInfinite(a.e))
    throw UserError(
        "argmin and argmax are of numbers, which have an order, and "
        "not of truth values; write cast(np.int32, ...)");
  if (type.isLogical())
    return Expr::cast(condition(a), type);
  return converted({numberOf(a.e), a.flexible, {}}, type);
}

// --- operators

using Wide = __int128;

static Value exactly(Wide value, const char *op, int64_t a, int64_t b) {
  if (value >= INT64_MIN && value <= INT64_MAX)
    return literal(static_cast<int64_t>(value));
  if (value > 0 && value <= UINT64_MAX)
    return fixed(
        Expr::integer(static_cast<int64_t>(value), Type::natural(8)));
  throw UserError("'" + std::to_string(a) + op + std::to_string(b) +
                  "' is no integer of 64 bits; write '" + std::to_string(a) +
                  ".0' for a real number");
}

// Of a product that has left 64 bits already, another one that has.
static Wide powerOf(int64_t base, int64_t exponent) {
  if (base >= -1 && base <= 1)
    return exponent % 2 == 0 && base ? 1 : exponent ? base : 1;
  Wide result = 1;
  auto fits = [&] { return result <= UINT64_MAX && result >= INT64_MIN; };
  for (; exponent > 0 && fits(); --exponent)
    result *= base;
  return result;
}

// Of two integers, what Python's are, of any size: 2**31 is no int32.
static std::optional<Value> foldedIntegers(Operator op, int64_t a, int64_t b) {
  switch (op) {
  case Operator::Add:
    return exactly(Wide(a) + b, " + ", a, b);
  case Operator::Sub:
    return exactly(Wide(a) - b, " - ", a, b);
  case Operator::Mul:
    return exactly(Wide(a) * b, "*", a, b);
  case Operator::Power:
    return b < 0 ? std::nullopt
                 : std::optional(exactly(powerOf(a, b), "**", a, b));
  case Operator::Divide:
    return b ? std::optional(literal(static_cast<double>(a) / b))
             : std::nullopt;
  case Operator::FloorDivide:
  case Operator::Modulo: {
    auto part = op == Operator::Modulo ? integers::modulo(a, b)
                                       : integers::floorQuotient(a, b);
    return part ? std::optional(literal(*part)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

static std::optional<Value> foldedReals(Operator op, double a, double b) {
  switch (op) {
  case Operator::Add:
    return literal(a + b);
  case Operator::Sub:
    return literal(a - b);
  case Operator::Mul:
    return literal(a * b);
  case Operator::Divide:
    return b != 0 ? std::optional(literal(a / b)) : std::nullopt;
  case Operator::Power:
    return literal(std::pow(a, b));
  default:
    return std::nullopt;
  }
}

// Of two literals, a literal: 2*1.5.
static std::optional<Value> folded(Operator op, const Value &a,
                                   const Value &b) {
  if (!a.flexible || !b.flexible)
    return std::nullopt;
  const auto *x = a.e.getIf<IntLit>(), *y = b.e.getIf<IntLit>();
  if (x && y)
    return foldedIntegers(op, x->value, y->value);
  auto number = [](const Expr &e) -> std::optional<double> {
    if (const auto *n = e.getIf<IntLit>())
      return static_cast<double>(n->value);
    if (const auto *n = e.getIf<RealLit>())
      return n->value;
    return std::nullopt;
  };
  auto p = number(a.e), q = number(b.e);
  return p && q ? foldedReals(op, *p, *q) : std::nullopt;
}

static BinaryOp binaryOp(Operator op) {
  switch (op) {
  case Operator::Add:
    return BinaryOp::Add;
  case Operator::Sub:
    return BinaryOp::Sub;
  case Operator::Mul:
    return BinaryOp::Mul;
  case Operator::Divide:
    return BinaryOp::Div;
  case Operator::FloorDivide:
    return BinaryOp::FloorDiv;
  case Operator::Modulo:
    return BinaryOp::FloorMod;
  case Operator::Power:
    return BinaryOp::Pow;
  case Operator::Eq:
    return BinaryOp::Eq;
  case Operator::Ne:
    return BinaryOp::Ne;
  case Operator::Lt:
    return BinaryOp::Lt;
  case Operator::Le:
    return BinaryOp::Le;
  case Operator::Gt:
    return BinaryOp::Gt;
  case Operator::Ge:
    return BinaryOp::Ge;
  case Operator::And:
    return BinaryOp::And;
  default:
    return BinaryOp::Or;
  }
}

static void requireInteger(const Value &a, const char *what,
                           const char *instead = "") {
  if (!a.e.type().isAnyInteger() && !isOpen(a.e.type()))
    throw UserError(std::string(what) + " is for integers, and '" + a.e.str() +
                    "' is " + a.e.type().str() + instead);
}

void language::requireNoComplex(const Value &a, const std::string &what) {
  if (a.e.type().isComplex())
    throw UserError("'" + what + "' is not for complex numbers; write it with "
                    "real(x) and imag(x)");
}

static Value divide(Value a, Value b) {
  unify(a, b);
  if (a.e.type().isAnyInteger() && !isUnknown(a.e.type())) {
    a.e = converted(a, Type::real(8));
    b.e = converted(b, Type::real(8));
  }
  return fixed(Expr::binary(BinaryOp::Div, a.e, b.e, a.e.type()));
}

// 10**-3 would be 0, as there is no such integer.
static void requireIntegerPower(const Expr &a, const Expr &b) {
  const auto *exponent = b.getIf<IntLit>();
  if (a.type().isAnyInteger() && exponent && exponent->value < 0)
    throw UserError("'" + a.str() + "' is an integer, of which there is no " +
                    "power by a negative number; write 10.0**-3, say, or "
                    "cast(np.float64, k)**-3");
}

static Value power(Value a, Value b) {
  a.e = numberOf(a.e);
  b.e = numberOf(b.e);
  const bool isLiteral = b.e.getIf<IntLit>() != nullptr;
  if (a.e.type().isUnsigned() && !isLiteral && b.e.type().isAnyInteger())
    unify(a, b);
  // Of all exponents, 64 bits hold those that numbers are raised to.
  if (b.e.type().isUnsigned() && b.e.type().bytes == 8 && !b.flexible)
    throw UserError("the exponent '" + b.e.str() +
                    "' is uint64; write cast(np.int64, ...)");
  if (b.e.type().isUnsigned())
    b.e = converted(b, Type::integer(8));
  bool isWhole = b.e.type().isInteger() && !isUnknown(b.e.type());
  if (!isWhole || a.flexible)
    unify(a, b);
  requireIntegerPower(a.e, b.e);
  return fixed(Expr::binary(BinaryOp::Pow, a.e, b.e, a.e.type()));
}

// -k of a shift to the right, which was written before it was known that k has
// no sign: it has one here.
static Expr withSign(const Expr &by) {
  const auto *back = by.getIf<Unary>();
  if (!by.type().isUnsigned() || !back || back->op != UnaryOp::Neg)
    return by;
  Value count;
  count.e = back->a;
  return Expr::unary(UnaryOp::Neg, integerOf(count));
}

Value language::shift(Value a, Value by) {
  a.e = numberOf(a.e);
  by.e = withSign(numberOf(by.e));
  requireInteger(a, "a shift");
  requireInteger(by, "a shift");
  if (a.e.type().isUnsigned() && !a.flexible) {
    if (by.e.type().isUnsigned() && by.e.type().bytes == 8)
      by.e = Expr::call(Intrinsic::Min,
                        {by.e, Expr::integer(64, by.e.type())}, by.e.type());
    by.e = converted(by, Type::integer(8));
    return fixed(Expr::call(Intrinsic::Ishft, {a.e, by.e}, a.e.type()));
  }
  by.e = by.e.type().isUnsigned() ? integerOf(by) : by.e;
  unify(a, by);
  return fixed(Expr::call(Intrinsic::Ishft, {a.e, by.e}, a.e.type()));
}

// x >> k rounds toward minus infinity, as in ~(~x >> k) of a negative x, where
// zeros come in.
static Value shiftedRight(const Value &a, const Value &by) {
  Value signedBy = by;
  if (by.e.type().isUnsigned())
    signedBy.e = integerOf(by);
  Value back = negate(signedBy);
  if (a.e.type().isUnsigned())
    return shift(a, back);
  Value isNegative = combine(Operator::Lt, a, literal(int64_t(0)));
  return choose(isNegative, bitNot(shift(bitNot(a), back)), shift(a, back));
}

static Value shifted(Operator op, Value a, const Value &b) {
  a.e = numberOf(a.e);
  requireInteger(a, "a shift");
  const bool isLeft = op == Operator::ShiftLeft;
  const auto *by = b.e.getIf<IntLit>();
  const int most = a.flexible ? 62 : 64;
  if (by && (by->value < 0 || by->value > most))
    throw UserError("a shift by '" + b.e.str() + "' has no meaning, only by 0 "
                    "to " + std::to_string(most) + " bits");
  if (a.e.type().isUnsigned() && by)
    return shift(a, literal(isLeft ? by->value : -by->value));
  const bool isOpenType = isOpen(a.e.type()) && !a.flexible;
  // A factor that the type does not hold would make a wider one of it, which a
  // quotient may be of a type that is not known yet.
  const bool isHeld =
      by && (a.flexible || by->value < 8 * a.e.type().bytes - 1 ||
             (isOpenType && !isLeft && by->value <= 62));
  if (!isHeld || (isOpenType && isLeft))
    return isLeft ? shift(a, b) : shiftedRight(a, b);
  Value factor = literal(int64_t(1) << by->value);
  return combine(isLeft ? Operator::Mul : Operator::FloorDivide, a, factor);
}

static Value bitwise(Intrinsic fn, Value a, Value b) {
  bool logical = a.e.type().isLogical() && b.e.type().isLogical();
  if (logical && fn != Intrinsic::Ieor)
    return fixed(
        Expr::binary(fn == Intrinsic::Iand ? BinaryOp::And : BinaryOp::Or, a.e,
                     b.e, Type::logical()));
  unify(a, b);
  requireInteger(a, "an operation on bits");
  return fixed(Expr::call(fn, {a.e, b.e}, a.e.type()));
}

Value language::combine(Operator op, Value a, Value b) {
  if (auto value = folded(op, a, b))
    return *value;
  switch (op) {
  case Operator::And:
  case Operator::Or:
    return fixed(Expr::binary(binaryOp(op), condition(a), condition(b),
                              Type::logical()));
  case Operator::BitAnd:
    return bitwise(Intrinsic::Iand, a, b);
  case Operator::BitOr:
    return bitwise(Intrinsic::Ior, a, b);
  case Operator::BitXor:
    return bitwise(Intrinsic::Ieor, a, b);
  case Operator::ShiftLeft:
  case Operator::ShiftRight:
    return shifted(op, a, b);
  case Operator::Divide:
    return divide(a, b);
  case Operator::Power:
    return power(a, b);
  default:
    break;
  }
  unify(a, b);
  if (op == Operator::FloorDivide)
    requireInteger(a, "'//'", "; write floor(x/y) for real numbers");
  if (op == Operator::Modulo)
    requireNoComplex(a, "%");
  const auto *divisor = b.e.getIf<IntLit>();
  if (divisor && divisor->value == 0 && a.e.type().isAnyInteger() &&
      (op == Operator::FloorDivide || op == Operator::Modulo))
    throw UserError(std::string("'") + (op == Operator::Modulo ? "%" : "//") +
                    "' divides '" + a.e.str() + "' by zero");
  bool ordered = op == Operator::Lt || op == Operator::Le ||
                 op == Operator::Gt || op == Operator::Ge;
  if (ordered && a.e.type().isComplex())
    throw UserError("complex numbers have no order");
  bool compares = ordered || op == Operator::Eq || op == Operator::Ne;
  return fixed(Expr::binary(binaryOp(op), a.e, b.e,
                            compares ? Type::logical() : a.e.type()));
}

Value language::negate(Value a) {
  if (a.flexible) {
    if (const auto *n = a.e.getIf<IntLit>(); n && !a.e.type().isUnsigned())
      return {Expr::integer(-n->value, a.e.type()), true, {}};
    if (const auto *n = a.e.getIf<RealLit>())
      return {Expr::real(-n->value, a.e.type()), true, {}};
  }
  return fixed(Expr::unary(UnaryOp::Neg, numberOf(a.e)));
}

Value language::bitNot(Value a) {
  a.e = numberOf(a.e);
  requireInteger(a, "'~'");
  return fixed(Expr::call(Intrinsic::Inot, {a.e}, a.e.type()));
}

// x < 0, of x without a sign: a shift is written before its type is known.
static bool isNever(const Expr &condition) {
  const auto *n = condition.getIf<Binary>();
  return n && n->op == BinaryOp::Lt && n->a.type().isUnsigned() &&
         asInteger(n->b) == 0;
}

Value language::choose(Value c, Value ifTrue, Value ifFalse) {
  if (!ifTrue.e.type().isLogical() || !ifFalse.e.type().isLogical())
    unify(ifTrue, ifFalse);
  if (isNever(c.e))
    return fixed(ifFalse.e);
  return fixed(Expr::select(condition(c), ifTrue.e, ifFalse.e));
}

Value language::reductionOver(ReductionOp op, std::vector<std::string> inames,
                              Value a) {
  if (isLogical(op))
    a.e = condition(a);
  else
    a.e = numberOf(a.e);
  if (isBitwise(op))
    requireInteger(a, "a reduction of bits");
  if ((op == ReductionOp::Min || op == ReductionOp::Max) &&
      a.e.type().isComplex())
    throw UserError("complex numbers have no order");
  return fixed(Expr::reduction(op, std::move(inames), a.e));
}
