// From the kernel that a script leaves to those that can be scheduled: small
// passes, kernel to kernel, each of which takes something out of it that is
// for people to write and not for the schedule to know.
#ifndef LOOPYC_LOWER_LOWER_H
#define LOOPYC_LOWER_LOWER_H

#include "loopyc/IR/HostCode.h"
#include "loopyc/IR/Kernel.h"

#include <functional>
#include <vector>

namespace loopyc {

// What a kernel becomes: launches, each a kernel that is scheduled on its own.
struct LaunchSequence {
  std::vector<Kernel> launches;
  // How the host runs them. Without steps, there is one launch.
  HostCode host;
  // What they were cut from, if there are several.
  Kernel whole;
};

struct LoweringPass {
  const char *name;
  // Is there anything to do? Otherwise the kernel stays the same value.
  bool (*isNeeded)(const Kernel &);
  // What takes the kernel's place. What one pass has cut, those behind it leave
  // in one piece.
  LaunchSequence (*run)(const Kernel &);
};

// In the order in which they run.
const std::vector<LoweringPass> &loweringPasses();

// Called after each pass on each kernel, with the kernel before.
using AfterPass = std::function<void(
    const LoweringPass &, const Kernel &before, const Kernel &after)>;

// All passes. What one made is verified before the next. Throws UserError for
// unr, ilp and vec inames without a constant range, too.
LaunchSequence lower(const Kernel &kernel, const AfterPass &after = {});

// Has it nothing that a pass takes out, so that schedule() takes it?
bool isLowered(const Kernel &kernel);

// What is decided of the kernel before anything is ordered, as a kernel that
// says it and that can be transformed further: rules expanded, l.auto inames on
// their axes, each temporary's address space.
Kernel preprocess(const Kernel &kernel);

// The tag of the instructions that a parallel reduction or scan consists of
// besides the updates.
inline constexpr char reductionStepTag[] = "reduction_step";

// The passes alone that leave inames as they are: substitution rules become
// what they stand for, reductions loops.
Kernel inPlainInstructions(const Kernel &kernel);

} // namespace loopyc

#endif
