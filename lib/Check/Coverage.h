// Which branches of the original --check has taken, and of those that it has
// not, which arguments decide.
#ifndef LOOPYC_LIB_CHECK_COVERAGE_H
#define LOOPYC_LIB_CHECK_COVERAGE_H

#include "Branches.h"
#include "Objects.h"

namespace loopyc {
namespace check {

// Warns (-Wbranches) of each condition that went only one way.
void warnOfBranches(const BranchReport &report,
                    const std::vector<SourceCondition> &conditions,
                    const Kernel &kernel, const KernelObjects &objects);

} // namespace check
} // namespace loopyc

#endif
