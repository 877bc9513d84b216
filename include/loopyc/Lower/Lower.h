// From the kernel that a script leaves to one that can be scheduled: small
// passes, kernel to kernel, each of which takes something out of it that is
// for people to write and not for the schedule to know.
#ifndef LOOPYC_LOWER_LOWER_H
#define LOOPYC_LOWER_LOWER_H

#include "loopyc/IR/Kernel.h"

#include <functional>
#include <vector>

namespace loopyc {

struct LoweringPass {
  const char *name;
  // Is there anything to do? Otherwise the kernel stays the same value.
  bool (*isNeeded)(const Kernel &);
  Kernel (*run)(const Kernel &);
};

// In the order in which they run.
const std::vector<LoweringPass> &loweringPasses();

// All of them. What a pass made is verified before the next; `after` sees it.
using AfterPass = std::function<void(const LoweringPass &, const Kernel &)>;
Kernel lower(const Kernel &kernel, const AfterPass &after = {});

// The first pass alone: uses of substitution rules become what they stand for.
Kernel withoutRules(const Kernel &kernel);

} // namespace loopyc

#endif
