// Precomputing all uses of a rule; those that a script chooses are made uses of
// a rule of their own first.
#ifndef LOOPYC_LIB_TRANSFORM_PRECOMPUTERULE_H
#define LOOPYC_LIB_TRANSFORM_PRECOMPUTERULE_H

#include "loopyc/Transform/Precompute.h"

namespace loopyc {

// In messages.
inline constexpr const char *precomputeName = "precompute";

// `shown`: the rule's name in messages.
Kernel precomputeWholeRule(const Kernel &kernel, const std::string &rule,
                           const std::string &shown,
                           const PrecomputeOptions &options);

} // namespace loopyc

#endif
