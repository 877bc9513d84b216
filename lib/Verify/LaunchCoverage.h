// Each instance of the whole kernel is one of one launch, in one iteration of
// the host's loops, with the text that it had.
#ifndef LOOPYC_LIB_VERIFY_LAUNCHCOVERAGE_H
#define LOOPYC_LIB_VERIFY_LAUNCHCOVERAGE_H

#include "HostPlan.h"
#include "Places.h"

namespace loopyc {
namespace verify {

// Throws InternalError.
void verifyLaunchCoverage(const HostPlan &plan, const Tree &tree,
                          const Kernel &whole);

} // namespace verify
} // namespace loopyc

#endif
