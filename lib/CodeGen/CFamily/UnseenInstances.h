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

#include <map>

namespace loopyc {
namespace codegen {

// The domains of runs that are larger so. They read no more than private and
// local memory, inside of its arrays, and reals are computed: nothing traps.
std::map<const StatementRun *, poly::Set>
domainsWithUnseen(const ScheduledKernel &kernel);

} // namespace codegen
} // namespace loopyc

#endif
