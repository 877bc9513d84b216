// What all work-groups wait for lies between two launches.
#ifndef LOOPYC_LIB_LOWER_LAUNCHES_CUTATGLOBALBARRIERS_H
#define LOOPYC_LIB_LOWER_LAUNCHES_CUTATGLOBALBARRIERS_H

#include "loopyc/Lower/Lower.h"

namespace loopyc {

bool hasGlobalBarriers(const Kernel &kernel);

// The launches between global barriers. Throws UserError where they could not
// keep a dependence.
LaunchSequence cutAtGlobalBarriers(const Kernel &kernel);

} // namespace loopyc

#endif
