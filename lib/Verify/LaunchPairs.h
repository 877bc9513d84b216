// Accesses in different launches, or in different iterations of the host's
// loops: their order, the memory that passes values on, and what the host knows
// of them.
#ifndef LOOPYC_LIB_VERIFY_LAUNCHPAIRS_H
#define LOOPYC_LIB_VERIFY_LAUNCHPAIRS_H

#include "HostPlan.h"
#include "Pairs.h"

namespace loopyc {
namespace verify {

// Throws InternalError. What is too coarse to be decided goes to pairs.proof().
void verifyLaunchPairs(const HostPlan &plan, Pairs &pairs,
                       const std::map<std::string, UsedVariable> &variables,
                       const Kernel &whole);

} // namespace verify
} // namespace loopyc

#endif
