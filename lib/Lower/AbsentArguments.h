// Arrays that a caller need not pass.
#ifndef LOOPYC_LIB_LOWER_ABSENTARGUMENTS_H
#define LOOPYC_LIB_LOWER_ABSENTARGUMENTS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

bool hasOptionalArrays(const Kernel &kernel);

// What mentions one asks whether it is there, unless it runs only then: a
// transformation may have read it before what asks, into a tile, say.
//   b_fetch[l] = b[l]   ->   if (b_present > 0) b_fetch[l] = b[l]
Kernel guardOptionalArrays(const Kernel &kernel);

} // namespace loopyc

#endif
