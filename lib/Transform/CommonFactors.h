// The factors that all terms of a group of sums have, which may be applied to
// the sum instead.
#ifndef LOOPYC_LIB_TRANSFORM_COMMONFACTORS_H
#define LOOPYC_LIB_TRANSFORM_COMMONFACTORS_H

#include "SumGroups.h"

#include <functional>

namespace loopyc {

using Factors = std::vector<Expr>;

// Only those that have the same value in all increments that meet in one
// element, and where it is read. Groups without any are left out.
std::map<SumGroups::Key, Factors> commonFactors(const SumGroups &sums);

// `fn` on each term of the increment's sum: its value then.
Expr mapTerms(const Assignment &increment,
              const std::function<Expr(const Expr &)> &fn);
// The term without one occurrence of each factor.
Expr dividedBy(const Expr &term, const Factors &factors);

} // namespace loopyc

#endif
