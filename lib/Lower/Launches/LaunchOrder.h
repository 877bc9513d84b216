// Do launches, one after the other, keep the dependences between them?
#ifndef LOOPYC_LIB_LOWER_LAUNCHES_LAUNCHORDER_H
#define LOOPYC_LIB_LOWER_LAUNCHES_LAUNCHORDER_H

#include "Launches/HostTree.h"
#include "loopyc/Analysis/DependenceMemo.h"

#include <set>
#include <string>

namespace loopyc {

// The temporaries whose values go from one launch to another, or from one
// iteration of the host's loops to another: they live in the device's memory.
std::set<std::string> crossingTemporaries(const Kernel &kernel,
                                          const HostTree &tree,
                                          DependenceMemo &memo);

// Throws UserError where a dependence goes against the order of the launches,
// or where a value that crosses has no memory that outlives a launch.
void checkLaunchOrder(const Kernel &kernel, const HostTree &tree,
                      const std::set<std::string> &crossing,
                      DependenceMemo &memo);

} // namespace loopyc

#endif
