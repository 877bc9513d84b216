// Projection where many names go, by what has to do with each other:
//
//   exists i, j, k: 0 <= i < n and 0 <= j <= k < m
//     = (exists i: 0 <= i < n) and (exists j, k: 0 <= j <= k < m)
//
// isl takes one name out after the other, and looks after each for what all
// other constraints imply.
#ifndef LOOPYC_LIB_POLY_PROJECTPARTS_H
#define LOOPYC_LIB_POLY_PROJECTPARTS_H

#include "loopyc/Poly/Set.h"

#include <optional>

namespace loopyc {
namespace poly {

// Without the names; nullopt where there are few, or the set is not one of
// constraints alone.
std::optional<Set> projectedInParts(const Set &set, const Names &names);

} // namespace poly
} // namespace loopyc

#endif
