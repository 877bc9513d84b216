// What all work-groups wait for lies between two launches.
#ifndef LOOPYC_LIB_LOWER_GLOBALBARRIERS_H
#define LOOPYC_LIB_LOWER_GLOBALBARRIERS_H

#include "loopyc/IR/Kernel.h"

#include <vector>

namespace loopyc {

bool hasGlobalBarriers(const Kernel &kernel);

// The kernels between global barriers, in their order. Throws UserError where
// there is such a barrier: no kernel is cut yet.
std::vector<Kernel> cutAtGlobalBarriers(const Kernel &kernel);

} // namespace loopyc

#endif
