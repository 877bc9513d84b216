#include "loopyc/Driver/Launches.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/KernelLanguage/Unset.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Verify/VerifyLaunches.h"

using namespace loopyc;
using namespace loopyc::driver;

static ProvedSchedule proved(const Kernel &kernel, const DeviceLimits &limits,
                             StageClock &clock, const AfterPass &afterPass) {
  requireTypes(kernel);
  language::requireSetTemporaries(kernel);
  LaunchSequence sequence = lower(kernel, afterPass);
  ProvedSchedule result;
  Launches launches;
  for (const Kernel &lowered : sequence.launches) {
    launches.kernels.push_back(schedule(lowered, limits));
    StageScope stage(clock, Stage::Verify);
    result.proofs.push_back(
        verify::verifySchedule(launches.kernels.back(), lowered));
  }
  if (sequence.host.steps.empty()) {
    result.scheduled = std::move(launches.kernels.front());
    return result;
  }
  StageScope stage(clock, Stage::Verify);
  result.proofs.push_back(verify::verifyLaunches(
      sequence.whole, sequence.launches, sequence.host));
  launches.host = std::move(sequence.host);
  result.scheduled =
      inLaunches(std::move(sequence.whole), std::move(launches));
  return result;
}

ProvedSchedule driver::scheduleLaunches(const Kernel &kernel,
                                        const DeviceLimits &limits,
                                        StageClock &clock,
                                        const AfterPass &afterPass) {
  auto work = [&] { return proved(kernel, limits, clock, afterPass); };
  return poly::bounded("scheduling kernel '" + kernel.name + "'", kernel.range,
                       work);
}
