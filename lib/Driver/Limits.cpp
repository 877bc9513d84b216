// --device-limits.
#include "loopyc/CodeGen/Target.h"
#include "loopyc/Driver/Translation.h"
#include "loopyc/Support/CloseMatches.h"

#include "llvm/Support/FileSystem.h"

using namespace loopyc;
using namespace loopyc::driver;

// What all targets that code is written for allow.
static DeviceLimits commonLimits(const Targets &targets) {
  DeviceLimits limits = targets.front()->limits();
  for (const Target *target : targets)
    limits = limits.with(target->limits());
  return limits;
}

void Session::readLimits() {
  const std::string &asked = options.deviceLimits;
  limits = commonLimits(options.targets);
  if (asked.empty())
    return;
  if (const Target *target = findTarget(asked)) {
    limits = target->limits();
    return;
  }
  if (!llvm::sys::fs::exists(asked)) {
    std::vector<std::string> names;
    for (const Target *target : allTargets())
      names.push_back(target->name());
    throw UserError("'--device-limits=" + asked +
                    "' is neither a file nor a target" +
                    suggestion(asked, names));
  }
  limitsFile = asked;
  std::string text = readInput(asked);
  diagnostics.addSource(asked, text);
  limits = readDeviceLimits(text, asked, limits);
}
