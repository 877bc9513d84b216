// Arithmetic of 64-bit integers with Fortran's meaning: the one definition of
// each operation. What has no result (it does not fit, or a divisor is zero) is
// std::nullopt.
#ifndef LOOPYC_SUPPORT_INTEGERS_H
#define LOOPYC_SUPPORT_INTEGERS_H

#include "llvm/Support/MathExtras.h"

#include <cstdint>
#include <optional>

namespace loopyc {
namespace integers {

using Result = std::optional<int64_t>;

inline Result sum(int64_t a, int64_t b) {
  int64_t result;
  return llvm::AddOverflow(a, b, result) ? Result() : Result(result);
}

inline Result difference(int64_t a, int64_t b) {
  int64_t result;
  return llvm::SubOverflow(a, b, result) ? Result() : Result(result);
}

inline Result product(int64_t a, int64_t b) {
  int64_t result;
  return llvm::MulOverflow(a, b, result) ? Result() : Result(result);
}

inline Result negated(int64_t a) { return difference(0, a); }

inline Result magnitude(int64_t a) { return a < 0 ? negated(a) : Result(a); }

// Where the quotient does not fit, there is no remainder either, as in C.
inline bool areDivisible(int64_t a, int64_t b) {
  return b != 0 && !llvm::divideSignedWouldOverflow(a, b);
}

// a / b toward zero: Fortran's and C's division.
inline Result quotient(int64_t a, int64_t b) {
  return areDivisible(a, b) ? Result(a / b) : Result();
}

// a - b*quotient(a, b), with the sign of a: Fortran's mod, C's %.
inline Result remainder(int64_t a, int64_t b) {
  return areDivisible(a, b) ? Result(a % b) : Result();
}

// a / b toward minus infinity.
inline Result floorQuotient(int64_t a, int64_t b) {
  return areDivisible(a, b) ? Result(llvm::divideFloorSigned(a, b)) : Result();
}

// a - b*floorQuotient(a, b), with the sign of b: Fortran's modulo.
inline Result modulo(int64_t a, int64_t b) {
  Result rest = remainder(a, b);
  return rest && *rest != 0 && (*rest < 0) != (b < 0) ? Result(*rest + b)
                                                      : rest;
}

// base**exponent; with a negative exponent 1 / base**-exponent, toward zero.
inline Result power(int64_t base, int64_t exponent) {
  if (exponent < 0 && (base < -1 || base > 1))
    return 0;
  if (exponent < 0)
    return quotient(1, exponent % 2 ? base : base * base);
  int64_t result = 1;
  while (true) {
    if (exponent % 2 && llvm::MulOverflow(result, base, result))
      return std::nullopt;
    exponent /= 2;
    if (exponent == 0)
      return result;
    // No square is 2**63: what overflows here does so in the result.
    if (llvm::MulOverflow(base, base, base))
      return std::nullopt;
  }
}

// Fortran's ishft of an integer of `bits`: to the left by a positive number,
// and zeros come in.
inline int64_t shifted(int64_t value, int64_t shift, unsigned bits) {
  if (shift <= -int64_t(bits) || shift >= int64_t(bits))
    return 0;
  uint64_t own =
      static_cast<uint64_t>(value) & llvm::maskTrailingOnes<uint64_t>(bits);
  return llvm::SignExtend64(shift < 0 ? own >> -shift : own << shift, bits);
}

} // namespace integers
} // namespace loopyc

#endif
