// What a kernel asks of its device.
#ifndef LOOPYC_LIB_SCHEDULE_RESOURCES_H
#define LOOPYC_LIB_SCHEDULE_RESOURCES_H

#include "loopyc/Lower/Placement.h"
#include "loopyc/Schedule/DeviceLimits.h"

namespace loopyc {

// Local memory, work-group and grid against the device's limits; throws
// UserError.
void checkResources(const Kernel &kernel, const Placement &placement,
                    const DeviceLimits &limits);

} // namespace loopyc

#endif
