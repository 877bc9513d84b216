// Loops tagged unr, ilp and vec become copies of their bodies, or one
// operation on short vectors.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_UNROLL_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_UNROLL_H

#include "CFamily/KernelData.h"
#include "CFamily/Tree.h"
#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace codegen {

// Copies out what is to be unrolled. Bounds that depend on other names within
// a constant hull give copies with guards:
//   for (j = 0; j < min(4, n - 4*i); ++j) a[4*i + j]
//     ->  a[4*i];  if (4*i + 1 < n) a[4*i + 1];  ...
// Guards that follow from `context` and from the enclosing loops' bounds are
// left out. Throws UserError where a range has no constant hull.
Block expandLoops(Block block, const poly::Set &context,
                  const KernelData &data);

} // namespace codegen
} // namespace loopyc

#endif
