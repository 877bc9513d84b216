// Parallel reductions of one nest, over the same inames, as steps: those that
// come first in the kernel.
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_REALIZEREDUCTION_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_REALIZEREDUCTION_H

#include "Reductions/FindReductions.h"

namespace loopyc {

// The kernel with steps in the place of the reductions, which have one region
// and are over inames of equal ranges on the same axes. What several groups
// leave to be combined is a reduction again, over work-items alone. The steps
// come before, and behind, what else of the region reduces, too (`beside`, by
// ids), so that one global barrier is enough.
Kernel realizeTogether(const Kernel &kernel,
                       const std::vector<ParallelReduction> &reductions,
                       const std::vector<std::string> &beside);

} // namespace loopyc

#endif
