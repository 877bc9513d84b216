// Rows that work-items copy together (loopyc/Analysis/RowCopies.h) begin where
// the source's do, so that a copy moves all of its slot: the same places hold
// other elements afterwards, and the pieces at its ends overwrite neighbours.
// Accesses to other elements of a slot need the order, and the barriers, that
// accesses to one element have:
//
//   { x -> w' : x copies, or reads what was copied, into a slot to which w
//              brings elements from other places, x < w' }
//
// What keeps that order keeps what lp.copy_rows proved in reference order.
#ifndef LOOPYC_LIB_SCHEDULE_ROWCOPYEDGES_H
#define LOOPYC_LIB_SCHEDULE_ROWCOPYEDGES_H

#include "LoopTree.h"

namespace loopyc {

void addRowCopyEdges(DependenceGraph &graph, const Placement &placement);

} // namespace loopyc

#endif
