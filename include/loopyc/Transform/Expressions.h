// Transformations of expressions where they stand: values stay the same.
#ifndef LOOPYC_TRANSFORM_EXPRESSIONS_H
#define LOOPYC_TRANSFORM_EXPRESSIONS_H

#include "loopyc/Transform/Common.h"

namespace loopyc {

//   b[i + 2*3 - i] = (1.0/4.0)*x[i]  ->  b[6] = 0.25*x[i]
// Real constants are folded in the arithmetic of their type, one operation at
// a time, as IEEE 754 rounds it; nothing is reassociated. What overflows or is
// subnormal stays. Guards that always hold disappear.
Kernel foldConstants(const Kernel &kernel);

//   a[(ii + 4*io) // 4, (ii + 4*io) % 4]  ->  a[io, ii]    0 <= ii < 4
// Sums, quotients and remainders in subscripts, by the ranges of inames and
// the assumptions.
Kernel simplifyIndices(const Kernel &kernel);

} // namespace loopyc

#endif
