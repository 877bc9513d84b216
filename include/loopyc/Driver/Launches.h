// From a kernel to what is launched for it: lowering, then a schedule for each
// of the kernels that result. None is used that is not proved right.
#ifndef LOOPYC_DRIVER_LAUNCHES_H
#define LOOPYC_DRIVER_LAUNCHES_H

#include "loopyc/Driver/Stages.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Verify/VerifySchedule.h"

#include <vector>

namespace loopyc {
namespace driver {

struct Launch {
  ScheduledKernel scheduled;
  verify::ScheduleProof proof;
};

// In the order in which they run.
std::vector<Launch> scheduleLaunches(const Kernel &kernel,
                                     const DeviceLimits &limits,
                                     StageClock &clock,
                                     const AfterPass &afterPass = {});

// Of a kernel that is one launch.
ScheduledKernel scheduleAlone(const Kernel &kernel, const DeviceLimits &limits,
                              StageClock &clock);

} // namespace driver
} // namespace loopyc

#endif
