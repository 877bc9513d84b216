// From a kernel to what is launched for it: lowering, then a schedule for each
// launch. None is used that is not proved right.
#ifndef LOOPYC_DRIVER_LAUNCHES_H
#define LOOPYC_DRIVER_LAUNCHES_H

#include "loopyc/Driver/Stages.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Verify/VerifySchedule.h"

#include <vector>

namespace loopyc {
namespace driver {

struct ProvedSchedule {
  ScheduledKernel scheduled;
  // Of its launches; of several, of their order, too.
  std::vector<verify::ScheduleProof> proofs;
};

ProvedSchedule scheduleLaunches(const Kernel &kernel,
                                const DeviceLimits &limits, StageClock &clock,
                                const AfterPass &afterPass = {});

} // namespace driver
} // namespace loopyc

#endif
