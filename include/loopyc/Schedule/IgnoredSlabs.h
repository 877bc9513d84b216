// Slabs that the schedule has no place for.
#ifndef LOOPYC_SCHEDULE_IGNOREDSLABS_H
#define LOOPYC_SCHEDULE_IGNOREDSLABS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Iterations that run one after the other can be taken apart, and groups (by
// a branch around all, lib/CodeGen/CFamily/WholeTiles.h). Warns (group
// "slabs") of slabs whose loop is over work-items, ilp or vec: its iterations
// keep their guards.
void warnOfIgnoredSlabs(const Kernel &kernel);

} // namespace loopyc

#endif
