// Inames tagged l.auto: which work-items run them.
#ifndef LOOPYC_LIB_LOWER_AUTOAXES_H
#define LOOPYC_LIB_LOWER_AUTOAXES_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Each takes the lowest local axis that the kernel has and its instructions do
// not use, split by the size of the axis where it is longer; where there is no
// such axis it becomes a loop. So the work-group stays as large as the inames
// tagged l.N make it. Of those around the same instructions, the one that walks
// through memory element by element comes first.
//
// Where that leaves work-items idle, so that all are done in fewer rounds if
// the points of several such inames are numbered through, they are: neighbours
// in memory are those of neighbouring work-items, whatever the axes. Not where
// values would leave the work-item that uses them.
Kernel resolveAutoAxes(const Kernel &kernel);

} // namespace loopyc

#endif
