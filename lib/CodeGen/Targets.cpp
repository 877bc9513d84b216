// The registry of targets.
#include "loopyc/CodeGen/CheckSide.h"
#include "loopyc/CodeGen/Target.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

namespace loopyc::codegen {
#define TARGET(name) const Target &name##Target();
#include "Targets.def"
#undef TARGET
} // namespace loopyc::codegen

Target::~Target() = default;
CheckSide::~CheckSide() = default;

bool CheckSide::compiles(const std::string &suffix) const {
  return suffix.ends_with(".c");
}

DeviceLimits Target::limits() const { return {}; }

std::string Target::hintFor(const std::string &) const { return ""; }

const Targets &loopyc::allTargets() {
  static const Targets targets = {
#define TARGET(name) &codegen::name##Target(),
#include "Targets.def"
#undef TARGET
  };
  return targets;
}

const Target &loopyc::hostTarget() {
  for (const Target *target : allTargets())
    if (!target->hasWorkItems())
      return *target;
  throw InternalError("no target runs on the host");
}

const Target *loopyc::findTarget(const std::string &name) {
  for (const Target *target : allTargets())
    if (name == target->name())
      return target;
  return nullptr;
}
