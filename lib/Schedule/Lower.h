// From the loop tree to what lib/CodeGen reads: hardware inames replaced by
// axis names, domains of runs and barriers, slabs separated.
#ifndef LOOPYC_LIB_SCHEDULE_LOWER_H
#define LOOPYC_LIB_SCHEDULE_LOWER_H

#include "LoopTree.h"

namespace loopyc {

ScheduledKernel lowerToHardware(Kernel kernel, const Placement &placement,
                                const LoopTree &tree);

} // namespace loopyc

#endif
