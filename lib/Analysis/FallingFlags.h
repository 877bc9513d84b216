// Flags that only fall: where one still holds, it has held before.
//
//   if (going) t = a[i]             `t` has been assigned where the last runs
//   if (going && t > x) going = 0
//   if (going) s += t
#ifndef LOOPYC_LIB_ANALYSIS_FALLINGFLAGS_H
#define LOOPYC_LIB_ANALYSIS_FALLINGFLAGS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Within one iteration of the first `depth` loops of the reference order, which
// `a` and `b` have in common, `a` first: where the guard holds at `b`, has it
// held at `a`? Errs on the side of false.
bool heldBefore(const Kernel &kernel, const Instruction &a,
                const Instruction &b, int depth, const Expr &guard);

} // namespace loopyc

#endif
