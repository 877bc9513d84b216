// Loops whose range work-items share out, by the position itself:
//
//   for (k_outer = 0; k_lo + 8*k_outer + lid(0) <= k_hi; ++k_outer)
//     s = s + a[k_lo + 8*k_outer + lid(0) - 1]
//   ->
//   for (k = k_lo + lid(0); k <= k_hi; k += 8)
//     s = s + a[k - 1]
//
// Of the first form, compilers for devices do not see how many iterations there
// are before the loop begins (nvcc 13), so that they neither unroll it nor have
// loads of several iterations on their way.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_STRIDEDLOOPS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_STRIDEDLOOPS_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"

namespace loopyc {
namespace codegen {

// Loops that end where a sum of a multiple of their variable and a position on
// a local axis does, and in which the variable stands in such multiples alone.
Block stridedLoops(Block block, const KernelData &data);

} // namespace codegen
} // namespace loopyc

#endif
