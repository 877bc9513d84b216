#include "loopyc/Driver/Launches.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

std::vector<ScheduledKernel>
driver::scheduleLaunches(const Kernel &kernel, const DeviceLimits &limits,
                         StageClock &clock, const AfterPass &afterPass,
                         std::vector<verify::ScheduleProof> *proofs) {
  std::vector<ScheduledKernel> launches;
  for (const Kernel &lowered : lower(kernel, afterPass)) {
    launches.push_back(schedule(lowered, limits));
    StageScope stage(clock, Stage::Verify);
    verify::ScheduleProof proof =
        verify::verifySchedule(launches.back(), lowered);
    if (proofs)
      proofs->push_back(std::move(proof));
  }
  return launches;
}

ScheduledKernel driver::scheduleAlone(const Kernel &kernel,
                                      const DeviceLimits &limits,
                                      StageClock &clock) {
  std::vector<ScheduledKernel> launches =
      scheduleLaunches(kernel, limits, clock);
  if (launches.size() != 1)
    throw InternalError("schedule: '" + kernel.name + "' is " +
                        std::to_string(launches.size()) + " launches");
  return std::move(launches.front());
}
