// Does each use get the value from the temporary that it would compute itself,
// and is a value computed only where that does no harm?
#ifndef LOOPYC_LIB_TRANSFORM_PRECOMPUTELEGALITY_H
#define LOOPYC_LIB_TRANSFORM_PRECOMPUTELEGALITY_H

#include "PrecomputePlan.h"

namespace loopyc {

// The kernel with the new loops, the temporary and room for the computation in
// the reference order; nothing uses these yet.
struct PrecomputeDraft {
  Kernel kernel;
  InstructionPtr computation; // without guards; not in the kernel
};

// Loops around all uses whose iterations overwrite what the values depend on,
// so that they must be computed in each: of the first that does; none if no
// value changes in between.
std::vector<std::string> loopsThatRenew(const PrecomputePlan &plan,
                                        const PrecomputeDraft &draft);

// The guards that the computation needs. Throws UserError where a use would get
// another value, or where the computation would do harm.
std::vector<Predicate> checkPrecompute(const PrecomputePlan &plan,
                                       const PrecomputeDraft &draft);

} // namespace loopyc

#endif
