// From a kernel to what is launched for it: lowering, then a schedule for each
// of the kernels that result.
#ifndef LOOPYC_DRIVER_LAUNCHES_H
#define LOOPYC_DRIVER_LAUNCHES_H

#include "loopyc/Lower/Lower.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <vector>

namespace loopyc {
namespace driver {

// In the order in which they run.
std::vector<ScheduledKernel> scheduleLaunches(const Kernel &kernel,
                                              const DeviceLimits &limits,
                                              const AfterPass &afterPass = {});

// Of a kernel that is one launch.
ScheduledKernel scheduleAlone(const Kernel &kernel, const DeviceLimits &limits);

} // namespace driver
} // namespace loopyc

#endif
