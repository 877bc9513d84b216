// The value of an integer expression at a point.
#ifndef LOOPYC_VALUES_EVALUATE_H
#define LOOPYC_VALUES_EVALUATE_H

#include "loopyc/IR/Expr.h"
#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <optional>

namespace loopyc {

// Of a logical one, 0 or 1. nullopt where a name has no value at the point, a
// part has none (a division by zero, or 64 bits do not suffice), or where it
// takes more than integers.
std::optional<int64_t> evaluate(const Expr &e, const poly::Point &at);

} // namespace loopyc

#endif
