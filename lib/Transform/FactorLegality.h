// May common factors be applied to sums where these are read, and where only
// under a condition?
#ifndef LOOPYC_LIB_TRANSFORM_FACTORLEGALITY_H
#define LOOPYC_LIB_TRANSFORM_FACTORLEGALITY_H

#include "CommonFactors.h"

namespace loopyc {

// By the reading instruction and what it reads: for each group, where something
// was added to it; everywhere, if there is no entry.
using SumConditions =
    std::map<std::pair<int, std::string>, std::map<SumGroups::Key, Expr>>;

// Throws UserError where a factor changes on the way of a sum, or where it
// would be applied to a sum that may be empty.
SumConditions checkFactors(const SumGroups &sums,
                           const std::map<SumGroups::Key, Factors> &factors);

} // namespace loopyc

#endif
