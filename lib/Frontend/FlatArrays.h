// Arrays that a kernel takes as their elements in array element order.
#ifndef LOOPYC_LIB_FRONTEND_FLATARRAYS_H
#define LOOPYC_LIB_FRONTEND_FLATARRAYS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace frontend {

// An inlined procedure may have an array's elements as an array of another
// shape: subscripts are remainders and quotients by extents, which are affine
// only where these are numbers. Where they are none, such an array gets one
// axis, along which all its elements are:
//   call f(a, n*m); real a(n, m)     a[s mod n, s div n] -> a[s]
//                                    a[i, j]             -> a[i + n*j]
// An array stays as it is if this leaves a quotient.
Kernel withFlatArrays(Kernel kernel);

} // namespace frontend
} // namespace loopyc

#endif
