// Instances outside of a tile that may run all the same: what they compute is
// in private memory, and no instance inside reads it.
//
//   if (16*gid(0) + 4*i + lid(0) < n)  s[i] = s[i] + a_tile[i, k]*b_tile[k]
//     ->  s[i] = s[i] + a_tile[i, k]*b_tile[k]
//
// Element i of a work-item's s is that of one point of the tile; if it is
// outside, whoever stores s[i] is, too. Guards around sums in registers go, and
// the loops have as many iterations in each tile.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_UNSEENINSTANCES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_UNSEENINSTANCES_H

#include "loopyc/Schedule/ScheduledKernel.h"

namespace loopyc {
namespace codegen {

// With the larger domains. What runs in addition reads no more than private and
// local memory, inside of its arrays, and computes reals: nothing traps.
ScheduledKernel withUnseenInstances(ScheduledKernel kernel);

} // namespace codegen
} // namespace loopyc

#endif
