// What a reduction adds up, as a substitution rule: for precompute to keep it.
#ifndef LOOPYC_TRANSFORM_REDUCTIONARGUMENT_H
#define LOOPYC_TRANSFORM_REDUCTIONARGUMENT_H

#include "loopyc/Transform/Common.h"

#include <string>
#include <vector>

namespace loopyc {

//   y = sum(k, a[k]*b[k])
//     ->  red_k_arg(k) := a[k]*b[k];  y = sum(k, red_k_arg(k))
// of reductions over just these inames, in instructions; a rule for each
// argument. `ruleName` "": red_INAMES_arg.
Kernel reductionArgToSubstRule(const Kernel &kernel,
                               const std::vector<std::string> &inames,
                               const InstructionFilter &within = {},
                               const std::string &ruleName = "");

} // namespace loopyc

#endif
