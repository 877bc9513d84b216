// From the schedule tree to the C-family tree, by isl's AST generator.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_BUILDTREE_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_BUILDTREE_H

#include "CFamily/AsyncCopies.h"
#include "CFamily/Tree.h"
#include "CFamily/UnseenInstances.h"
#include "loopyc/Schedule/ScheduledKernel.h"

namespace loopyc {
namespace codegen {

// For devices with work-items: axes are names, barriers stay. `facts` hold where
// the tree is executed: the kernel's context, or more.
Block buildTree(const ScheduledKernel &kernel, const poly::Set &facts,
                const AsyncCopies &async, const Choices &choices);

// For a processor that runs a work-group in one thread: the statements between
// two barriers run in loops over the work-items, and no barrier is left.
//
//   for k { A(lid); barrier; B(lid) }
//     ->  for k { for lid { A(lid) }  for lid { B(lid) } }
//
// Group axes stay names.
Block buildWorkItemLoops(const ScheduledKernel &kernel, const poly::Set &facts);

} // namespace codegen
} // namespace loopyc

#endif
