// Groups whose tiles are whole.
//
//   { (gid, params) : every constraint c of a statement that tells groups apart
//                     holds at all points of the constant box around it }
//
//   64 gid(0) + 16 i + lid(0) < n   with 0 <= i < 4, 0 <= lid(0) < 16
//     ->  64 gid(0) + 63 < n
//
// What all work-items of a group agree on is asked once, in front of
// everything: code for whole tiles has none of these guards in its loops.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_WHOLETILES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_WHOLETILES_H

#include "CFamily/Tree.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <optional>

namespace loopyc {
namespace codegen {

// Nothing where all groups are, or none.
std::optional<poly::Set> wholeTiles(const ScheduledKernel &kernel);

// How often loops, and guards inside of them, ask which group this is.
int groupConditionsInLoops(const Block &block);

} // namespace codegen
} // namespace loopyc

#endif
