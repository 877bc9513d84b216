// What the host does around the launches of a kernel, for those who need not
// know what becomes of these.
#ifndef LOOPYC_LIB_LOWER_HOSTSTEPS_H
#define LOOPYC_LIB_LOWER_HOSTSTEPS_H

#include "loopyc/IR/HostCode.h"
#include "loopyc/IR/Kernel.h"

#include <vector>

namespace loopyc {

// The same steps as of lower(kernel).host, which takes longer.
std::vector<HostStep> hostStepsOf(const Kernel &kernel);

} // namespace loopyc

#endif
