// Values that iterations of a sequential loop compute for each other: what
// looking ahead and rolling windows have in common.
#ifndef LOOPYC_LIB_TRANSFORM_ITERATIONS_H
#define LOOPYC_LIB_TRANSFORM_ITERATIONS_H

#include "PrecomputePlan.h"

namespace loopyc {

// The sequential loop, of those that the computation stands in, that the script
// names, or the only one. `what` and `parameter` are the words of its options.
std::string loopToFollow(const PrecomputePlan &plan, const std::string &given,
                         const std::string &what, const std::string &parameter);

// { k : k + by is in the set }, of the loop over k.
poly::Set movedAlong(const poly::Set &set, const std::string &loop, int64_t by);

// In a loop with gaps, the iteration before is not the one that comes before.
void requireNoGaps(const PrecomputePlan &plan, const poly::Set &iterations,
                   const std::string &loop, const std::string &what);

// A copy of the computation for some iterations of the loop, in loops of its
// own, which are added to the kernel; `axes` are the domains of the axes there.
InstructionPtr inOwnLoops(const PrecomputePlan &plan, Kernel &kernel,
                          const Instruction &insn, const std::string &loop,
                          const poly::Set &iterations,
                          const std::vector<poly::Set> &axes);

} // namespace loopyc

#endif
