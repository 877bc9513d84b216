// Where a reduction into elements has iterations.
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_RESULTGUARDS_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_RESULTGUARDS_H

#include "Reductions/FindReductions.h"

namespace loopyc {

// What holds where the reduction has an instance, within the loops `outer`:
// what it does not touch stays untouched. Of a scalar, to which a neutral
// element more makes no difference, flags that stop what is around it.
std::vector<Predicate> resultGuards(const Kernel &kernel,
                                    const ParallelReduction &reduction,
                                    const std::vector<std::string> &outer);

} // namespace loopyc

#endif
