// Slabs that the schedule has no place for.
#ifndef LOOPYC_SCHEDULE_IGNOREDSLABS_H
#define LOOPYC_SCHEDULE_IGNOREDSLABS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Only iterations that run one after the other can be taken apart. Warns
// (group "slabs") of slabs whose loop is a hardware axis, ilp or vec: its
// iterations keep their guards.
void warnOfIgnoredSlabs(const Kernel &kernel);

} // namespace loopyc

#endif
