// From the loop tree to what lib/CodeGen reads: hardware inames replaced by
// axis names, domains of runs and barriers, slabs separated.
#ifndef LOOPYC_LIB_SCHEDULE_TOHARDWARE_H
#define LOOPYC_LIB_SCHEDULE_TOHARDWARE_H

#include "LoopTree.h"
#include "loopyc/Schedule/ScheduledKernel.h"

namespace loopyc {

ScheduledKernel lowerToHardware(Kernel kernel, const Placement &placement,
                                const LoopTree &tree);

} // namespace loopyc

#endif
