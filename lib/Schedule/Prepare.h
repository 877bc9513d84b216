// What happens to a kernel before its instructions are ordered.
#ifndef LOOPYC_LIB_SCHEDULE_PREPARE_H
#define LOOPYC_LIB_SCHEDULE_PREPARE_H

#include "Placement.h"

namespace loopyc {

// Lowered (loopyc/Lower/Lower.h). Throws UserError for global barriers (kernels are not split)
// and for unr, ilp and vec inames without a constant range.
Kernel prepareForScheduling(const Kernel &kernel);

// t -> t[i] for every ilp or vec iname i that encloses all uses of the private
// temporary t.
Kernel expandInnerTemporaries(Kernel kernel);

// The tag of one more axis of the variable, outside of the others.
AxisTag outermostAxis(const Variable &var);

// Local memory, work-group and grid against the device's limits.
void checkResources(const Kernel &kernel, const Placement &placement,
                    const DeviceLimits &limits);

} // namespace loopyc

#endif
