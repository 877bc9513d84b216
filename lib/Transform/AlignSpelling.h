// Fortran's names do not distinguish case, so that kernels to be fused may
// spell what they share differently.
#ifndef LOOPYC_LIB_TRANSFORM_ALIGNSPELLING_H
#define LOOPYC_LIB_TRANSFORM_ALIGNSPELLING_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {

//   a(N, x): I    b(n, X): i   ->   a(N, x): I    b(N, x): I
// Arguments and inames of later kernels get the spelling of the first that has
// them, and so do the temporaries in `shared` (in lower case).
std::vector<Kernel> alignSpelling(std::vector<Kernel> kernels,
                                  const std::set<std::string> &shared);

} // namespace loopyc

#endif
