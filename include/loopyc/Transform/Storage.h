// Storage of temporaries and padding of arrays (seed 000, level 5; seed 001,
// 2.4.3).
#ifndef LOOPYC_TRANSFORM_STORAGE_H
#define LOOPYC_TRANSFORM_STORAGE_H

#include "loopyc/Transform/Common.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// The temporaries use one storage, one after the other in the order given:
// within one iteration of the loops that they have in common, every access to
// one comes before the first write to the next.
Kernel aliasTemporaries(const Kernel &kernel,
                        const std::vector<std::string> &temporaries,
                        const std::string &baseName = "");

} // namespace loopyc

#endif
