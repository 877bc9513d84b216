#include "loopyc/Verify/Value.h"

#include "Field.h"
#include "Literal.h"

#include "loopyc/Support/Integers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>

using namespace loopyc;
using namespace loopyc::verify;

static Value real(int64_t element) {
  return {element, 0, Value::State::Defined};
}
static Value complex(int64_t re, int64_t im) {
  return {re, im, Value::State::Defined};
}
static Value logical(bool value) { return Value::integer(value); }

// Undefined if one is, else invalid if one is.
static Value::State worse(Value::State a, Value::State b) {
  if (a == Value::State::Defined)
    return b;
  if (b == Value::State::Defined)
    return a;
  return a == b ? a : Value::State::Undefined;
}

static Value worst(const Value &a, const Value &b) {
  return {0, 0, worse(a.state, b.state)};
}

Value verify::fraction(int64_t numerator, int64_t denominator) {
  return real(field::multiply(field::fromInteger(numerator),
                              field::invert(field::fromInteger(denominator))));
}
Value verify::literalValue(double value, Type type) {
  return real(literalElement(value, type.bytes));
}
Value verify::literalValue(double re, double im, Type type) {
  return complex(literalElement(re, type.part().bytes),
                 literalElement(im, type.part().bytes));
}

static std::string elementStr(int64_t e) {
  auto small = field::smallFraction(e);
  if (!small)
    return "a real number";
  std::string text = std::to_string(small->numerator);
  return small->denominator == 1
             ? text
             : text + "/" + std::to_string(small->denominator);
}

std::string verify::valueStr(const Value &value, Type type) {
  if (value.state == Value::State::Undefined)
    return "undefined";
  if (value.state == Value::State::Invalid)
    return "the result of a division by zero";
  switch (type.cls) {
  case TypeClass::Integer:
    return std::to_string(value.re);
  case TypeClass::Unsigned:
    return std::to_string(static_cast<uint64_t>(value.re));
  case TypeClass::Logical:
    return value.re ? "true" : "false";
  case TypeClass::Real:
    return elementStr(value.re);
  case TypeClass::Complex:
    return "(" + elementStr(value.re) + ", " + elementStr(value.im) + ")";
  }
  return "";
}

// --- integers

// Sums and products keep the lower 64 bits: in whatever order they are
// computed, the result is the same.
static Value wrapped(uint64_t value) {
  return Value::integer(static_cast<int64_t>(value));
}

static Value wrappedPower(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result *= base;
    base *= base;
  }
  return wrapped(result);
}

static Value orInvalid(std::optional<int64_t> value) {
  return value ? Value::integer(*value) : Value::invalid();
}

// Invalid for other operations than comparisons.
template <typename T> static Value compared(BinaryOp op, T a, T b) {
  switch (op) {
  case BinaryOp::Eq:
    return logical(a == b);
  case BinaryOp::Ne:
    return logical(a != b);
  case BinaryOp::Lt:
    return logical(a < b);
  case BinaryOp::Le:
    return logical(a <= b);
  case BinaryOp::Gt:
    return logical(a > b);
  case BinaryOp::Ge:
    return logical(a >= b);
  default:
    return Value::invalid();
  }
}

static Value ofIntegers(BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
  case BinaryOp::Add:
    return wrapped(uint64_t(a) + uint64_t(b));
  case BinaryOp::Sub:
    return wrapped(uint64_t(a) - uint64_t(b));
  case BinaryOp::Mul:
    return wrapped(uint64_t(a) * uint64_t(b));
  case BinaryOp::Div:
    return orInvalid(integers::quotient(a, b));
  case BinaryOp::FloorDiv:
    return orInvalid(integers::floorQuotient(a, b));
  case BinaryOp::FloorMod:
    return orInvalid(integers::modulo(a, b));
  case BinaryOp::Rem:
    return orInvalid(integers::remainder(a, b));
  case BinaryOp::Pow:
    return b < 0 ? orInvalid(integers::power(a, b)) : wrappedPower(a, b);
  case BinaryOp::And:
    return logical(a && b);
  case BinaryOp::Or:
    return logical(a || b);
  default:
    return compared(op, a, b);
  }
}

// --- integers without a sign, in the low bits of a word

static Value natural(uint64_t value, Type type) {
  return Value::integer(
      static_cast<int64_t>(value & (~uint64_t(0) >> (64 - 8 * type.bytes))));
}

static Value ofNaturals(BinaryOp op, Type type, uint64_t a, uint64_t b) {
  switch (op) {
  case BinaryOp::Add:
    return natural(a + b, type);
  case BinaryOp::Sub:
    return natural(a - b, type);
  case BinaryOp::Mul:
    return natural(a * b, type);
  case BinaryOp::Div:
  case BinaryOp::FloorDiv:
    return b ? natural(a / b, type) : Value::invalid();
  case BinaryOp::FloorMod:
  case BinaryOp::Rem:
    return b ? natural(a % b, type) : Value::invalid();
  case BinaryOp::Pow: {
    uint64_t result = 1;
    for (int64_t e = static_cast<int64_t>(b); e > 0; e /= 2) {
      result *= e % 2 ? a : 1;
      a *= a;
    }
    return natural(static_cast<int64_t>(b) < 0 ? a == 1 : result, type);
  }
  default:
    return compared(op, a, b);
  }
}

// --- reals

// As a number of the field.
static int64_t elementOf(const Value &value, Type type) {
  auto half = static_cast<int64_t>(static_cast<uint64_t>(value.re) >> 1);
  if (!type.isUnsigned() || value.re >= 0)
    return field::fromInteger(value.re);
  return field::add(field::add(field::fromInteger(half),
                               field::fromInteger(half)),
                    field::fromInteger(value.re & 1));
}

static Value quotient(int64_t a, int64_t b) {
  return b ? real(field::multiply(a, field::invert(b))) : Value::invalid();
}

static int64_t difference(int64_t a, int64_t b) {
  return field::add(a, field::negate(b));
}

// a - b * rounded(a / b)
static Value remainder(BinaryOp op, int64_t a, int64_t b) {
  if (!b)
    return Value::invalid();
  auto ratio = field::smallFraction(field::multiply(a, field::invert(b)));
  if (!ratio)
    return real(field::mix(static_cast<uint64_t>(op) + 100, a, b));
  int64_t whole = ratio->floor();
  if (op == BinaryOp::Rem)
    whole = ratio->numerator / ratio->denominator;
  return real(difference(a, field::multiply(field::fromInteger(whole), b)));
}

static Value realPower(int64_t a, int64_t b) {
  auto exponent = field::smallFraction(b);
  if (!exponent || exponent->denominator != 1)
    return real(field::mix(200, a, b));
  if (exponent->numerator >= 0)
    return real(field::power(a, exponent->numerator));
  return quotient(1, field::power(a, -exponent->numerator));
}

// Nor is NaN, which min and max ignore.
static bool isNaN(Type operands, const Value &value) {
  static const int64_t element = literalElement(NAN, 8);
  return operands.isReal() && value.re == element;
}

// The infinities are no numbers of the field: their hashes stand for them.
static int compareReals(int64_t a, int64_t b) {
  static const int64_t high = literalElement(INFINITY, 8),
                       low = literalElement(-INFINITY, 8);
  if (a == b || a == high || b == low)
    return a != b;
  if (a == low || b == high)
    return -1;
  return field::compare(a, b);
}

static Value ofReals(BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
  case BinaryOp::Add:
    return real(field::add(a, b));
  case BinaryOp::Sub:
    return real(difference(a, b));
  case BinaryOp::Mul:
    return real(field::multiply(a, b));
  case BinaryOp::Div:
    return quotient(a, b);
  case BinaryOp::FloorDiv:
  case BinaryOp::FloorMod:
  case BinaryOp::Rem:
    return remainder(op, a, b);
  case BinaryOp::Pow:
    return realPower(a, b);
  case BinaryOp::Eq:
    return logical(a == b);
  case BinaryOp::Ne:
    return logical(a != b);
  case BinaryOp::Lt:
    return logical(compareReals(a, b) < 0);
  case BinaryOp::Le:
    return logical(compareReals(a, b) <= 0);
  case BinaryOp::Gt:
    return logical(compareReals(a, b) > 0);
  case BinaryOp::Ge:
    return logical(compareReals(a, b) >= 0);
  case BinaryOp::And:
  case BinaryOp::Or:
    break;
  }
  return Value::invalid();
}

// --- complex numbers: -1 has no root in the field, so i adjoins one

static Value product(const Value &a, const Value &b) {
  using field::multiply;
  return complex(difference(multiply(a.re, b.re), multiply(a.im, b.im)),
                 field::add(multiply(a.re, b.im), multiply(a.im, b.re)));
}

static Value inverse(const Value &a) {
  int64_t norm =
      field::add(field::multiply(a.re, a.re), field::multiply(a.im, a.im));
  if (!norm)
    return Value::invalid();
  int64_t scale = field::invert(norm);
  return complex(field::multiply(a.re, scale),
                 field::multiply(field::negate(a.im), scale));
}

static Value complexPower(const Value &a, const Value &b) {
  auto exponent = field::smallFraction(b.re);
  if (b.im || !exponent || exponent->denominator != 1)
    return complex(field::mix(201, field::mix(202, a.re, a.im), b.re),
                   field::mix(203, field::mix(204, a.re, a.im), b.im));
  Value result = complex(1, 0), factor = a;
  for (uint64_t e = std::abs(exponent->numerator); e; e >>= 1) {
    if (e & 1)
      result = product(result, factor);
    factor = product(factor, factor);
  }
  return exponent->numerator < 0 ? inverse(result) : result;
}

static Value ofComplex(BinaryOp op, const Value &a, const Value &b) {
  switch (op) {
  case BinaryOp::Add:
    return complex(field::add(a.re, b.re), field::add(a.im, b.im));
  case BinaryOp::Sub:
    return complex(difference(a.re, b.re), difference(a.im, b.im));
  case BinaryOp::Mul:
    return product(a, b);
  case BinaryOp::Div: {
    Value inverted = inverse(b);
    return inverted.isDefined() ? product(a, inverted) : inverted;
  }
  case BinaryOp::Pow:
    return complexPower(a, b);
  case BinaryOp::Eq:
    return logical(a == b);
  case BinaryOp::Ne:
    return logical(a != b);
  default:
    return Value::invalid();
  }
}

// --- the operations

Value verify::apply(UnaryOp op, Type type, const Value &a) {
  if (!a.isDefined())
    return {0, 0, a.state};
  if (op == UnaryOp::Not)
    return logical(!a.re);
  if (type.isFloating())
    return complex(field::negate(a.re), field::negate(a.im));
  if (type.isUnsigned())
    return ofNaturals(BinaryOp::Sub, type, 0, a.re);
  return ofIntegers(BinaryOp::Sub, 0, a.re);
}

Value verify::apply(BinaryOp op, Type operands, const Value &a, const Value &b,
                    Type right) {
  if (!a.isDefined() || !b.isDefined())
    return worst(a, b);
  if (operands.isFloating() && right.isInteger()) // an exponent
    return apply(op, operands, a, convert(b, right, operands), operands);
  if (operands.isComplex())
    return ofComplex(op, a, b);
  if (operands.isUnsigned())
    return ofNaturals(op, operands, a.re, b.re);
  return operands.isReal() ? ofReals(op, a.re, b.re)
                           : ofIntegers(op, a.re, b.re);
}

// The integer that rounding a real gives; what is no small fraction becomes a
// small number.
static int64_t rounded(Intrinsic fn, int64_t a) {
  auto small = field::smallFraction(a);
  if (!small)
    return field::mix(300 + static_cast<uint64_t>(fn), a) % 1024;
  field::Fraction half{2 * std::abs(small->numerator) + small->denominator,
                       2 * small->denominator};
  switch (fn) {
  case Intrinsic::Floor:
    return small->floor();
  case Intrinsic::Ceiling:
    return -field::Fraction{-small->numerator, small->denominator}.floor();
  case Intrinsic::Nint:
  case Intrinsic::Anint:
    return small->numerator < 0 ? -half.floor() : half.floor();
  default: // toward zero
    return small->numerator / small->denominator;
  }
}

Value verify::convert(const Value &a, Type from, Type to) {
  if (!a.isDefined())
    return a;
  if (to.isFloating())
    return from.isFloating() ? complex(a.re, to.isComplex() ? a.im : 0)
                             : real(elementOf(a, from));
  if (to.isLogical())
    return logical(a.re != 0);
  int64_t value = from.isFloating() ? rounded(Intrinsic::Aint, a.re) : a.re;
  if (to.isUnsigned())
    return natural(value, to);
  switch (to.bytes) {
  case 1:
    return Value::integer(static_cast<int8_t>(value));
  case 2:
    return Value::integer(static_cast<int16_t>(value));
  case 4:
    return Value::integer(static_cast<int32_t>(value));
  default:
    return Value::integer(value);
  }
}

static int compare(Type type, const Value &a, const Value &b) {
  if (type.isReal())
    return compareReals(a.re, b.re);
  if (type.isUnsigned())
    return static_cast<uint64_t>(a.re) < static_cast<uint64_t>(b.re)
               ? -1
               : a.re != b.re;
  return a.re < b.re ? -1 : a.re > b.re;
}

static Value magnitude(Type type, const Value &a) {
  Value zero = complex(0, 0);
  return compare(type, a, zero) < 0 ? apply(UnaryOp::Neg, type, a) : a;
}

static Value ofIntegers(Intrinsic fn, Type operands,
                        const std::vector<Value> &args) {
  uint64_t a = args[0].re, b = args.size() > 1 ? args[1].re : 0;
  int bits = 8 * operands.bytes;
  uint64_t mask = ~uint64_t(0) >> (64 - bits);
  int64_t shift = static_cast<int64_t>(b);
  switch (fn) {
  case Intrinsic::Iand:
    return Value::integer(a & b);
  case Intrinsic::Ior:
    return Value::integer(a | b);
  case Intrinsic::Ieor:
    return Value::integer(a ^ b);
  case Intrinsic::Inot:
    return Value::integer(~a);
  case Intrinsic::Btest:
    return shift < 0 || shift > 63 ? Value::invalid()
                                   : logical((a >> shift) & 1);
  case Intrinsic::Ishft:
    return Value::integer(integers::shifted(a, shift, bits));
  case Intrinsic::Popcnt:
    return Value::integer(std::popcount(a & mask));
  case Intrinsic::Leadz:
    return Value::integer(std::countl_zero(a & mask) - (64 - bits));
  case Intrinsic::Trailz:
    return Value::integer(std::min(std::countr_zero(a), bits));
  default:
    return Value::invalid();
  }
}

// What is no polynomial: its operands decide.
static Value hashed(uint64_t function, Type type,
                    const std::vector<Value> &args) {
  int64_t re = 0, im = 0;
  uint64_t seed = 400 + 2 * function;
  for (const Value &arg : args) {
    re = field::mix(seed, field::mix(seed, arg.re, arg.im), re);
    im = field::mix(seed + 1, field::mix(seed + 1, arg.re, arg.im), im);
  }
  return complex(re, type.isComplex() ? im : 0);
}

static Value hashed(Intrinsic fn, Type type, const std::vector<Value> &args) {
  return hashed(static_cast<uint64_t>(fn), type, args);
}

// Integers are small: they may be subscripts.
Value verify::applyUnknown(int function, Type type,
                           const std::vector<Value> &args) {
  for (const Value &arg : args)
    if (!arg.isDefined())
      return {0, 0, arg.state};
  Value value =
      hashed(1000 + static_cast<uint64_t>(static_cast<uint32_t>(function)),
             type, args);
  return type.isAnyInteger() ? Value::integer(value.re & 63) : value;
}

Value verify::apply(Intrinsic fn, Type type, Type operands,
                    const std::vector<Value> &args) {
  for (const Value &arg : args)
    if (!arg.isDefined())
      return std::accumulate(args.begin(), args.end(), Value::integer(0),
                             [](const Value &a, const Value &b) {
                               return Value{0, 0, worse(a.state, b.state)};
                             });
  switch (fn) {
  case Intrinsic::Min:
  case Intrinsic::Max: {
    Value best = args[0];
    for (const Value &arg : args) {
      int order = compare(operands, arg, best);
      if (isNaN(operands, best) ||
          (!isNaN(operands, arg) &&
           (fn == Intrinsic::Min ? order < 0 : order > 0)))
        best = arg;
    }
    return best;
  }
  case Intrinsic::Abs:
    return operands.isComplex() ? hashed(fn, type, args)
                                : magnitude(operands, args[0]);
  case Intrinsic::Sign: {
    Value size = magnitude(operands, args[0]);
    bool negative = compare(operands, args[1], complex(0, 0)) < 0;
    return negative ? apply(UnaryOp::Neg, operands, size) : size;
  }
  case Intrinsic::Dim:
    return compare(operands, args[0], args[1]) > 0
               ? apply(BinaryOp::Sub, operands, args[0], args[1], operands)
               : complex(0, 0);
  case Intrinsic::Floor:
  case Intrinsic::Ceiling:
  case Intrinsic::Nint:
    return Value::integer(rounded(fn, args[0].re));
  case Intrinsic::Anint:
  case Intrinsic::Aint:
    return field::smallFraction(args[0].re)
               ? real(field::fromInteger(rounded(fn, args[0].re)))
               : hashed(fn, type, args);
  case Intrinsic::RealPart:
    return operands.isComplex() ? real(args[0].re)
                                : convert(args[0], operands, type);
  case Intrinsic::ImagPart:
    return real(args[0].im);
  case Intrinsic::Conj:
    return complex(args[0].re, field::negate(args[0].im));
  case Intrinsic::MakeComplex:
    return complex(args[0].re, args.size() > 1 ? args[1].re : 0);
  case Intrinsic::Sqrt:
    if (auto root = operands.isReal() ? rootElement(args[0].re) : std::nullopt)
      return real(*root);
    return hashed(fn, type, args);
  case Intrinsic::Iand:
  case Intrinsic::Ior:
  case Intrinsic::Ieor:
  case Intrinsic::Inot:
  case Intrinsic::Ishft:
  case Intrinsic::Btest:
  case Intrinsic::Popcnt:
  case Intrinsic::Leadz:
  case Intrinsic::Trailz: {
    Value result = ofIntegers(fn, operands, args);
    return type.isUnsigned() && result.isDefined() ? natural(result.re, type)
                                                   : result;
  }
  case Intrinsic::Exponent: // a number of bits
    return Value::integer(hashed(fn, operands, args).re & 63);
  case Intrinsic::IsNan:
    return logical(isNaN(operands, args[0]));
  default:
    return hashed(fn, type, args);
  }
}
