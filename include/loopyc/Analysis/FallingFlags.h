// Flags that only fall: where one still holds, it has held before.
//
//   if (going) t = a[i]             `t` has been assigned where the last runs
//   if (going && t > x) going = 0
//   if (going) s += t
#ifndef LOOPYC_ANALYSIS_FALLINGFLAGS_H
#define LOOPYC_ANALYSIS_FALLINGFLAGS_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <vector>

namespace loopyc {

// Within one iteration of the first `depth` loops of the reference order, which
// `a` and `b` have in common, `a` first: where the guard holds at `b`, has it
// held at `a`? Errs on the side of false.
bool heldBefore(const Kernel &kernel, const Instruction &a,
                const Instruction &b, int depth, const Expr &guard);

// A flag that is set before a loop holds in the first iteration, until it is
// cleared there:
//
//   going = 1
//   do iteration
//     if (going) t = ...             runs in the first iteration, certainly
//     if (going && t > x) going = 0
struct SetBefore {
  const Instruction *by = nullptr; // what sets it
  int depth = 0;                   // of its body
  // Depths of the loops in it around the instruction that change the flag: it
  // holds in the first iterations of these.
  std::vector<int> loops = {};
};
// nullopt where that is not known. Guards of `by` itself are the caller's
// business.
std::optional<SetBefore> setBefore(const Kernel &kernel, const Instruction &insn,
                                   const Expr &guard);

// The instruction among these that may clear a flag which guards others of them
// and which none of them sets again: in a loop over them, one iteration stops
// those behind it, as an `exit` does, or the condition of a `do while`. null if
// there is none.
const Instruction *clearsGuard(const Kernel &kernel,
                               const std::vector<int> &instructions);

} // namespace loopyc

#endif
