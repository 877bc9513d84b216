#include "loopyc/Lower/Lower.h"

#include "AutoAxes.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>

using namespace loopyc;

static bool hasRules(const Kernel &kernel) { return !kernel.rules.empty(); }

static bool hasOpenAxes(const Kernel &kernel) {
  return std::any_of(kernel.inameTags.begin(), kernel.inameTags.end(),
                     [](const auto &tag) { return tag.second.isOpen(); });
}

const std::vector<LoweringPass> &loopyc::loweringPasses() {
  static const std::vector<LoweringPass> passes = {
      // Values take the place of their names.
      {"expand-rules", hasRules, expandRules},
      // Each l.auto iname gets an axis, or is a loop.
      {"resolve-axes", hasOpenAxes, resolveAutoAxes},
  };
  return passes;
}

Kernel loopyc::lower(const Kernel &kernel, const AfterPass &after) {
  Kernel result = kernel;
  for (const LoweringPass &pass : loweringPasses()) {
    if (!pass.isNeeded(result))
      continue;
    result = pass.run(result);
    verifyKernel(result);
    if (after)
      after(pass, result);
  }
  return result;
}

Kernel loopyc::withoutRules(const Kernel &kernel) {
  return hasRules(kernel) ? expandRules(kernel) : kernel;
}
