// Arrays that would be large for each work-item, and of which each uses
// elements of its own: one array for all of them, for those of a group, or for
// all that differ along some axes only:
//   do i: t(i) = ...    do i: ... = t(i)       i on g.0, l.0: one array t
//   do j on g.1: the same                      t(i, j): one for each gid(1)
#ifndef LOOPYC_LIB_LOWER_SHAREDARRAYS_H
#define LOOPYC_LIB_LOWER_SHAREDARRAYS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Lower/Placement.h"

namespace loopyc {

// Of temporaries whose address space is open.
Kernel shareArrays(Kernel kernel, const Placement &placement);

} // namespace loopyc

#endif
