// Whether inames, which have 32 bits in kernels, have room for their ranges:
// n*8 iterations of joined loops, or loops that a script shifted.
#ifndef LOOPYC_LIB_CODEGEN_HOST_INAMERANGES_H
#define LOOPYC_LIB_CODEGEN_HOST_INAMERANGES_H

#include "CFamily/KernelData.h"

#include <vector>

namespace loopyc {
namespace codegen {

// Largest and negated smallest values of inames that may leave 32 bits, as
// functions of integer arguments: none may reach 2^31 - 1.
std::vector<Expr> inameExtremes(const KernelData &data);

} // namespace codegen
} // namespace loopyc

#endif
