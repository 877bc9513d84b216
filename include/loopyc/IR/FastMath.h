// What a script allows of a kernel's arithmetic beyond the rounding of its
// operations: set_options(knl, fast_math=...), by kinds of operation.
#ifndef LOOPYC_IR_FASTMATH_H
#define LOOPYC_IR_FASTMATH_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

struct FastMath {
  // x/y as x*(1/y), where 1/y serves several divisions.
  bool reciprocal = false;
  // x/sqrt(y), and powers that are multiples of a half or a third, by
  // (reciprocal) roots.
  bool rsqrt = false;
  // Quotients by the device's approximation.
  bool division = false;
  // Numbers below the smallest normal one may count as zero.
  bool denormals = false;
  // a*b + c is rounded once, across statements if the compiler likes.
  bool contraction = false;

  // Is anything less accurate than the operations that the source names?
  bool approximates() const { return reciprocal || rsqrt || division; }
  bool any() const { return approximates() || denormals || contraction; }
};

// "rsqrt, division", in the order of the members; "" for none.
std::string str(const FastMath &kinds);
// True and all, False and none, or names of kinds, separated by commas. Throws
// UserError, which begins with `where`, for others.
FastMath readFastMath(const std::string &text, const std::string &where);

FastMath fastMathOf(const Kernel &kernel);
// What all of them allow.
FastMath common(const FastMath &a, const FastMath &b);

// Does set_options(fp_contract="off") forbid what `contraction` asks for?
bool forbidsContraction(const Kernel &kernel);

} // namespace loopyc

#endif
