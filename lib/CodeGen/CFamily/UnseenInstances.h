// Instances outside of a tile that may run all the same: what they compute is
// in private memory, and no instance inside reads it.
//
//   if (16*gid(0) + 4*i + lid(0) < n)  s[i] = s[i] + a_tile[i, k]*b_tile[k]
//     ->  s[i] = s[i] + a_tile[i, k]*b_tile[k]
//
// Element i of a work-item's s is that of one point of the tile; if it is
// outside, whoever stores s[i] is, too. Guards around sums in registers go, and
// the loops have as many iterations in each tile.
//
// So it is with blocks one after another that have the same element, where each
// begins with a value of its own: what one adds outside, the next never sees.
//
// And instances that a condition leaves out one by one, j /= i: their value is
// computed, too, and not taken. A choice costs an instruction, a branch
// several, and loads and roots of other iterations wait for it.
//
//   if (j != i)  s = s + q[j]*r   ->   value = s + q[j]*r;
//                                      s = j != i ? value : s
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_UNSEENINSTANCES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_UNSEENINSTANCES_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <map>
#include <set>
#include <vector>

namespace loopyc {
namespace codegen {

// What these instructions of a run compute counts where the condition holds.
struct Choice {
  Expr condition; // null: everywhere
  std::set<std::string> instructions;
};

using Choices = std::map<const StatementRun *, Choice>;

struct UnseenInstances {
  ScheduledKernel kernel;      // with the larger domains
  std::vector<Choice> choices; // of its runs, in order
};

// What runs in addition reads no more than is in its arrays (of those in global
// memory, only what the kernel does not write), and computes reals: nothing
// traps. `withChoices`: where a division by zero traps, a condition that leaves
// it out has to stay.
UnseenInstances withUnseenInstances(ScheduledKernel kernel, bool withChoices);

// May an instance of the kernel read what private element the assignee is at
// these points? `loops`: the names there that are loops, not positions.
bool mayBeRead(const ScheduledKernel &kernel, const Expr &assignee,
               const poly::Set &points, const poly::Names &loops);

// By the runs, which have to stay where they are.
Choices choicesByRun(const UnseenInstances &unseen);

} // namespace codegen
} // namespace loopyc

#endif
