#include "loopyc/Driver/Launches.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::driver;

std::vector<Launch> driver::scheduleLaunches(const Kernel &kernel,
                                             const DeviceLimits &limits,
                                             StageClock &clock,
                                             const AfterPass &afterPass) {
  std::vector<Launch> launches;
  for (const Kernel &lowered : lower(kernel, afterPass)) {
    Launch launch;
    launch.scheduled = schedule(lowered, limits);
    StageScope stage(clock, Stage::Verify);
    launch.proof = verify::verifySchedule(launch.scheduled, lowered);
    launches.push_back(std::move(launch));
  }
  return launches;
}

ScheduledKernel driver::scheduleAlone(const Kernel &kernel,
                                      const DeviceLimits &limits,
                                      StageClock &clock) {
  std::vector<Launch> launches = scheduleLaunches(kernel, limits, clock);
  if (launches.size() != 1)
    throw InternalError("schedule: '" + kernel.name + "' is " +
                        std::to_string(launches.size()) + " launches");
  return std::move(launches.front().scheduled);
}
