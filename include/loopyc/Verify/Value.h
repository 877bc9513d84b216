// Values of the interpreter. Integers and logicals are themselves. Reals are
// elements of a prime field, so that sums and products are exact in whatever
// order: two ways to compute one value agree, and two values that differ agree
// with a probability of 2^-61. What is no polynomial (exp, sin, ...) is a hash
// of its operands. Small fractions are recognised, so that comparisons and
// conversions mean for them what they mean in Fortran.
#ifndef LOOPYC_VERIFY_VALUE_H
#define LOOPYC_VERIFY_VALUE_H

#include "loopyc/IR/Expr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loopyc {
namespace verify {

struct Value {
  enum class State : uint8_t {
    Defined,
    Undefined, // of memory that was never written, and what is made of it
    Invalid    // a quotient by zero, and what is made of it
  };
  int64_t re = 0, im = 0; // of reals and complex numbers: field elements
  State state = State::Undefined;

  static Value integer(int64_t value) { return {value, 0, State::Defined}; }
  static Value undefined() { return {}; }
  static Value invalid() { return {0, 0, State::Invalid}; }

  bool isDefined() const { return state == State::Defined; }
  bool operator==(const Value &o) const {
    return state == o.state && re == o.re && im == o.im;
  }
  bool operator!=(const Value &o) const { return !(*this == o); }
};

// The real (complex) number numerator/denominator.
Value fraction(int64_t numerator, int64_t denominator);
// What a literal stands for: the simplest number that is rounded to it. So it
// does not matter what is computed with constants before the program runs.
Value literalValue(double value, Type type);
Value literalValue(double re, double im, Type type);

// For messages: 3, 5/16, or "(a real number)" where it is no small fraction.
std::string valueStr(const Value &value, Type type);

// `type` is that of the result, `operands` of the operands.
Value apply(UnaryOp op, Type type, const Value &a);
Value apply(BinaryOp op, Type operands, const Value &a, const Value &b,
            Type right);
Value apply(Intrinsic fn, Type type, Type operands,
            const std::vector<Value> &args);
// Of a function that is known by a number alone: a hash of its operands.
Value applyUnknown(int function, Type type, const std::vector<Value> &args);
Value convert(const Value &a, Type from, Type to);

} // namespace verify
} // namespace loopyc

#endif
