// A kernel as map_parallel leaves it where there is no script.
#ifndef LOOPYC_DRIVER_WITHOUTSCRIPT_H
#define LOOPYC_DRIVER_WITHOUTSCRIPT_H

#include "loopyc/Lower/MapParallel.h"

namespace loopyc {
namespace driver {

// Verified, with the mapping in its history.
Kernel withoutScript(const Kernel &kernel, const ParallelMapping &mapping);

} // namespace driver
} // namespace loopyc

#endif
