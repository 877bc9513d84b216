// Scalars and private arrays that live within one iteration of some loops:
// between iterations nothing is passed on through them, so their reuse orders
// nothing, as long as the iterations run one after the other.
//
//   do i; do f: t = a(i,f); c(i,f) = t*t     t lives within one (i, f):
//   the loops may be exchanged or tiled.
#ifndef LOOPYC_LIB_SCHEDULE_LIVERANGES_H
#define LOOPYC_LIB_SCHEDULE_LIVERANGES_H

#include "LoopTree.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {

// By private temporary: the loops common to all of its accesses between whose
// iterations no value flows.
using LiveRanges = std::map<std::string, std::set<std::string>>;

LiveRanges findLiveRanges(const Kernel &kernel, const Placement &placement);

// Placement::byOwner, with a copy for each iteration of those loops.
AccessFilter byOwnerAndIteration(const Kernel &kernel,
                                 const Placement &placement,
                                 const LiveRanges &ranges);

// Removes loops in which the tree would interleave the iterations: those
// inside a loop that passes values on. True if there were any.
bool dropInterleaved(LiveRanges &ranges, const LoopTree &tree,
                     DependenceGraph &graph);

} // namespace loopyc

#endif
