// Loop bounds as integer sets.
#ifndef LOOPYC_LIB_FRONTEND_DOMAINS_H
#define LOOPYC_LIB_FRONTEND_DOMAINS_H

#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// `do variable = first, last, step` with an iname that counts from 0:
//   { [iname] : 0 <= iname and first + step*iname <= last }   if step > 0
//   { [iname] : 0 <= iname and first + step*iname >= last }   if step < 0
// Of several firsts and lasts the ones that allow the fewest iterations count
// (for a positive step the largest first and the smallest last), so that
// `do j = max(1, i - 1), min(n, i + 1)` has a convex domain.
poly::Set loopDomain(const std::string &iname,
                     const std::vector<poly::PwAff> &firsts,
                     const std::vector<poly::PwAff> &lasts, int64_t step);

// Of a loop that counts from `from` by one, up or down: the values from all of
// `firsts` on.
//   { [iname] : from + step*iname >= first, for each }   if step > 0
poly::Set reachedFrom(const std::string &iname, const poly::PwAff &from,
                      const std::vector<poly::PwAff> &firsts, int64_t step);

} // namespace frontend
} // namespace loopyc

#endif
