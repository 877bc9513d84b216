#include "loopyc/Driver/Launches.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

std::vector<ScheduledKernel>
driver::scheduleLaunches(const Kernel &kernel, const DeviceLimits &limits,
                         const AfterPass &afterPass) {
  std::vector<ScheduledKernel> launches;
  for (const Kernel &lowered : lower(kernel, afterPass))
    launches.push_back(schedule(lowered, limits));
  return launches;
}

ScheduledKernel driver::scheduleAlone(const Kernel &kernel,
                                      const DeviceLimits &limits) {
  std::vector<ScheduledKernel> launches = scheduleLaunches(kernel, limits);
  if (launches.size() != 1)
    throw InternalError("schedule: '" + kernel.name + "' is " +
                        std::to_string(launches.size()) + " launches");
  return std::move(launches.front());
}
