// What each work-item sums up for itself, where the host runs the loop around:
// it outlives launches then.
//
//   p in registers: for j: { for i: p = p + a[i, j]; launches that end j }
//     ->  p[group, item] in global memory
#ifndef LOOPYC_LIB_LOWER_LAUNCHES_LANESINMEMORY_H
#define LOOPYC_LIB_LOWER_LAUNCHES_LANESINMEMORY_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <set>
#include <string>

namespace loopyc {

// Of the temporaries that are `crossing` launches, those that parallel
// reductions made; nullopt if there are none.
std::optional<Kernel> lanesInMemory(const Kernel &kernel,
                                    const std::set<std::string> &crossing);

} // namespace loopyc

#endif
