// Which loop walks through memory element by element.
#ifndef LOOPYC_LIB_LOWER_MAPPING_UNITSTRIDES_H
#define LOOPYC_LIB_LOWER_MAPPING_UNITSTRIDES_H

#include "Mapping/LoopNests.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// Bytes that an iteration of all loops in the nest moves at unit stride along
// the iname. `rows`: only of elements whose subscripts mention one of these;
// empty: of all.
int64_t unitStrideBytes(const Kernel &kernel, const LoopNest &nest,
                        const std::string &iname,
                        const std::set<std::string> &rows = {});
// The one with most bytes at unit stride in an iteration of all, of equals the
// innermost.
const LoopNest *mostUnitStrides(const Kernel &kernel,
                                const std::vector<const LoopNest *> &loops);

} // namespace loopyc

#endif
