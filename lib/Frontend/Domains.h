// Loop bounds as integer sets.
#ifndef LOOPYC_LIB_FRONTEND_DOMAINS_H
#define LOOPYC_LIB_FRONTEND_DOMAINS_H

#include "loopyc/IR/Expr.h"
#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// The expression as a quasi-affine function of the names in it; nullopt where
// it is not one, or where it mentions a name for which `isParameter` is false.
std::optional<poly::PwAff>
toAffine(const Expr &e,
         const std::function<bool(const std::string &)> &isParameter);

// `do variable = first, last, step` with an iname that counts from 0:
//   { [iname] : 0 <= iname and first + step*iname <= last }   if step > 0
//   { [iname] : 0 <= iname and first + step*iname >= last }   if step < 0
// Of several firsts and lasts the ones that allow the fewest iterations count
// (for a positive step the largest first and the smallest last), so that
// `do j = max(1, i - 1), min(n, i + 1)` has a convex domain.
poly::Set loopDomain(const std::string &iname,
                     const std::vector<poly::PwAff> &firsts,
                     const std::vector<poly::PwAff> &lasts, int64_t step);

} // namespace frontend
} // namespace loopyc

#endif
