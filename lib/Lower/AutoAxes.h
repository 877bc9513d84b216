// Inames tagged l.auto: which work-items run them.
#ifndef LOOPYC_LIB_LOWER_AUTOAXES_H
#define LOOPYC_LIB_LOWER_AUTOAXES_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Each takes the lowest local axis that the kernel has and its instructions do
// not use, split by the size of the axis where it is longer; where there is no
// such axis it becomes a loop. So the work-group stays as large as the inames
// tagged l.N make it.
Kernel resolveAutoAxes(const Kernel &kernel);

} // namespace loopyc

#endif
