// Reductions that several work-items make together, or several instances side
// by side: an update s = s op e in loops tagged l.*, g.*, ilp or vec whose
// inames s does not depend on.
//
//   for i: s = s + a[i]             i = 64*g + l, on group g and work-item l
//     ->  p = 0                     in each work-item's registers
//         for i: p = p + a[i]
//         t[l] = p                  in the group's local memory
//         t[l] = t[l] + t[l + 32] if l < 32; ... ; t[0] = t[0] + t[1]
//         parts[g] = t[0]           in global memory
//         ... gbarrier
//         for g: s = s + parts[g]   on the work-items of one group: as above
//
// An extremum that is found by comparison, if (a[i] < m): m = a[i]; at = i, is
// carried through the same steps as (value, rank, places), where the rank is
// the iteration's number in the sequential order: it decides between equal
// values.
//
// What results are ordinary instructions, which the scheduler orders and puts
// barriers between. The order of operations depends on the sizes of axes alone,
// so results are the same bits each time, but where set_reduction lets groups
// update s as they finish.
#ifndef LOOPYC_LOWER_PARALLELREDUCTIONS_H
#define LOOPYC_LOWER_PARALLELREDUCTIONS_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>

namespace loopyc {

bool hasParallelReductions(const Kernel &kernel);

// The variables that are reduced into, and what is kept of their iterations;
// but for those of atomicReductions.
std::set<std::string> parallelAccumulators(const Kernel &kernel);

// Ids of updates whose results work-groups add as they finish, atomically
// (set_reduction).
std::set<std::string> atomicReductions(const Kernel &kernel);

// Axes must be known. Throws UserError for what set_reduction asks for and
// cannot be had.
Kernel realizeParallelReductions(const Kernel &kernel);

// Why what the instruction does in its parallel loops is no reduction, and what
// helps; "" if there is nothing to say.
std::string whyNoReduction(const Kernel &kernel, const Instruction &insn);

} // namespace loopyc

#endif
