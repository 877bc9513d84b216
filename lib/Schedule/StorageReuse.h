// Storage that serves several values one after the other: temporaries of which
// each iteration has its own value (reused axes), and temporaries that share
// storage (Variable::baseStorage), in the order of Kernel::temporaries.
#ifndef LOOPYC_LIB_SCHEDULE_STORAGEREUSE_H
#define LOOPYC_LIB_SCHEDULE_STORAGEREUSE_H

#include "LoopTree.h"

namespace loopyc {

// Constraints that keep the values apart. Within one iteration of the loops
// that they have in common, a temporary's accesses come before the writes of
// the next one with the same storage; between iterations there is a barrier
// where several work-items use the storage. Throws UserError where work-items
// that run at the same time would share it.
void addStorageEdges(DependenceGraph &graph, const Placement &placement);

// The kernel without reused axes: what is in memory. To be called once the
// proof (ReuseProof.h) holds.
Kernel dropReusedAxes(Kernel kernel);

} // namespace loopyc

#endif
