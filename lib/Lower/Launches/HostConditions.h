// Conditions that the host knows, around launches of which every instruction is
// guarded by them: what would do nothing is not launched.
#ifndef LOOPYC_LIB_LOWER_LAUNCHES_HOSTCONDITIONS_H
#define LOOPYC_LIB_LOWER_LAUNCHES_HOSTCONDITIONS_H

#include "loopyc/IR/HostCode.h"
#include "loopyc/IR/Kernel.h"

#include <vector>

namespace loopyc {

// `launches`: by the numbers of the steps. `whole`: what they were cut from.
std::vector<HostStep> underConditions(std::vector<HostStep> steps,
                                      const std::vector<Kernel> &launches,
                                      const Kernel &whole);

} // namespace loopyc

#endif
