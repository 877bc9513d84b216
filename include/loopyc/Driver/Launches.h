// From a kernel to what is launched for it: lowering, then a schedule for each
// of the kernels that result, each proved right before anyone uses it.
#ifndef LOOPYC_DRIVER_LAUNCHES_H
#define LOOPYC_DRIVER_LAUNCHES_H

#include "loopyc/Driver/Stages.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Verify/VerifySchedule.h"

#include <vector>

namespace loopyc {
namespace driver {

// In the order in which they run; `proofs` gets what is proved of each. The
// proofs' time is the clock's stage of that name.
std::vector<ScheduledKernel>
scheduleLaunches(const Kernel &kernel, const DeviceLimits &limits,
                 StageClock &clock, const AfterPass &afterPass = {},
                 std::vector<verify::ScheduleProof> *proofs = nullptr);

// Of a kernel that is one launch.
ScheduledKernel scheduleAlone(const Kernel &kernel, const DeviceLimits &limits,
                              StageClock &clock);

} // namespace driver
} // namespace loopyc

#endif
