// sin(t) and cos(t) of one t, which devices compute at once, as exactly as one
// by one.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_SINESANDCOSINES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_SINESANDCOSINES_H

#include "CFamily/Tree.h"

#include <vector>

namespace loopyc {
namespace codegen {

struct SineAndCosine {
  Expr angle, sine, cosine;
  size_t first = 0, last = 0; // statements that have one of them
};

// In statements that run one after the other: pairs between whose first and
// last use nothing assigns what the angle reads.
std::vector<SineAndCosine>
sinesAndCosines(const std::vector<const Execute *> &statements);

} // namespace codegen
} // namespace loopyc

#endif
