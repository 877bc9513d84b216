// Do launches, one after the other, keep the dependences between them?
#ifndef LOOPYC_LIB_LOWER_LAUNCHORDER_H
#define LOOPYC_LIB_LOWER_LAUNCHORDER_H

#include "HostTree.h"

#include <set>
#include <string>

namespace loopyc {

// The temporaries whose values go from one launch to another, or from one
// iteration of the host's loops to another: they live in the device's memory.
// Throws UserError where a dependence goes against the order of the launches,
// or where such a value has no memory that outlives a launch.
std::set<std::string> checkLaunchOrder(const Kernel &kernel,
                                       const HostTree &tree);

} // namespace loopyc

#endif
