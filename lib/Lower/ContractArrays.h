// Arrays of which each work-item uses one element, which is its own:
//   do i: t(i) = ...    do i: ... = t(i)       i on g.0, l.0
// keep their axes, but have room for one element there: a register.
#ifndef LOOPYC_LIB_LOWER_CONTRACTARRAYS_H
#define LOOPYC_LIB_LOWER_CONTRACTARRAYS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Lower/Placement.h"

namespace loopyc {

// Bytes of an array that each work-item may have a copy of.
inline constexpr int64_t mostPrivateBytes = 1024;

// Of temporaries whose address space is open, and whose values stay in the
// work-item: an axis along which it has one element is a ReusedAxis.
Kernel contractArrays(Kernel kernel, const Placement &placement);

} // namespace loopyc

#endif
