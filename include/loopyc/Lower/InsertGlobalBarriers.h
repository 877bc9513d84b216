// Where a kernel must be cut into launches.
#ifndef LOOPYC_LOWER_INSERTGLOBALBARRIERS_H
#define LOOPYC_LOWER_INSERTGLOBALBARRIERS_H

#include "loopyc/Analysis/DependenceMemo.h"
#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

// The kernel with the fewest global barriers that order all dependences between
// work-groups, in the loops that they stand in now. `remarks` gets a sentence
// for each: where it is, and for what. `memo`: of the kernel's dependences.
Kernel insertGlobalBarriers(const Kernel &kernel,
                            std::vector<std::string> &remarks,
                            DependenceMemo &memo);
Kernel insertGlobalBarriers(const Kernel &kernel,
                            std::vector<std::string> &remarks);

} // namespace loopyc

#endif
