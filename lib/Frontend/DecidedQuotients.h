// Subscripts where an inlined procedure has an array's elements in another
// shape, whose extents are numbers.
#ifndef LOOPYC_LIB_FRONTEND_DECIDEDQUOTIENTS_H
#define LOOPYC_LIB_FRONTEND_DECIDEDQUOTIENTS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace frontend {

// Quotients and remainders that ranges of loops decide, for each one that is
// left is a variable more in every set that is made of the access:
//   a[i % 5, (i // 5 + j) % 5, (i // 5 + j) // 5], 0 <= i, j < 5
//   a[i, j, 0]
Kernel withDecidedQuotients(Kernel kernel);

} // namespace frontend
} // namespace loopyc

#endif
