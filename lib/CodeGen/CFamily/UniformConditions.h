// Conditions that hold in most iterations of a loop around for all that is
// inside of another are asked once in front of that:
//
//   for k_outer                         for k_outer {
//     for k                               if (16*k_outer + 16 <= l)
//       if (16*k_outer + k < l) A   ->      for k A
//                                         if (16*k_outer + 16 > l)
//                                           for k if (16*k_outer + k < l) A }
//
// So the last tile has its guards for itself, and so has the tile in which j
// may be i. All work-items of a group agree on the branch, and no barrier is in
// it.
//
//   build-tree -> here -> expand-loops
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_UNIFORMCONDITIONS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_UNIFORMCONDITIONS_H

#include "CFamily/Tree.h"
#include "loopyc/Schedule/ScheduledKernel.h"

namespace loopyc {
namespace codegen {

// `facts` hold where the block is executed.
Block askInFront(Block block, const ScheduledKernel &kernel,
                 const poly::Set &facts);

} // namespace codegen
} // namespace loopyc

#endif
