// The proof that one storage serves several values: it stands at the end of
// scheduling, on the finished tree, so whatever script functions did to the
// loops of producers and consumers, no copy is dropped that is needed.
//
//   for i                            for i: t[i] = a[i]
//     t[; i] = a[i]     one t        for j: b[j] = t[j]     needs t[0..n)
//     b[i] = t[; i]
//
// Let Q be the outermost loops that all accesses to the storage share and
// between whose iterations none of its values is passed on. The proof:
//
//   { x -> y : one owner, one element, equal Q } is empty where the values of
//   x and y differ.
//
// So each iteration of Q uses an element for one value, and nothing of it is
// needed later. Where values are made some iterations ahead of their uses, in
// slots, the values of an element must take turns in the order of the tree:
//
//   { w' -> x : x reads a value, w' writes another into its element, and w'
//     does not come after x, nor before all that write x's value }
//
// is empty. Work-items keep to that order at barriers (StorageReuse.h).
#ifndef LOOPYC_LIB_SCHEDULE_REUSEPROOF_H
#define LOOPYC_LIB_SCHEDULE_REUSEPROOF_H

#include "LoopTree.h"

#include <optional>

namespace loopyc {

// nullopt where the proof holds. Where it does not, the kernel in which the
// temporary has a copy for each of the values that live at once, if these are
// a constant number; to be scheduled again. Throws UserError where they are
// not.
std::optional<Kernel> withNeededCopies(const Kernel &kernel,
                                       const LoopTree &tree,
                                       const Placement &placement,
                                       DependenceGraph &graph);

} // namespace loopyc

#endif
