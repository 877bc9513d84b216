// The host's loops that a flag ends, which the device computes: an iteration
// that finds it false launches nothing, and is the last.
//
//   for t: launches, all of whose        for t: read going back
//          instructions are guarded             if going: launches
//          by going, which one changes          else stop
//
// What only prepares values for the rest of an iteration needs no guard.
#ifndef LOOPYC_LIB_LOWER_LAUNCHES_STOPPEDLOOPS_H
#define LOOPYC_LIB_LOWER_LAUNCHES_STOPPEDLOOPS_H

#include "loopyc/IR/HostCode.h"
#include "loopyc/IR/Kernel.h"

#include <vector>

namespace loopyc {

// `launches`: by their numbers. Throws UserError where an endless loop
// (EndlessLoops.h) would not end.
std::vector<HostStep> stopLoops(std::vector<HostStep> steps,
                                const std::vector<Kernel> &launches,
                                const Kernel &whole);

} // namespace loopyc

#endif
