// What the operations of expressions make of integers that are known, in terms
// of Support/Integers.h. Logical values are 0 and 1. std::nullopt where there
// is no value, or where the operation is none of integers.
#ifndef LOOPYC_IR_INTEGEROPERATIONS_H
#define LOOPYC_IR_INTEGEROPERATIONS_H

#include "loopyc/IR/Expr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loopyc {

std::optional<int64_t> apply(UnaryOp op, int64_t a);
std::optional<int64_t> apply(BinaryOp op, int64_t a, int64_t b);
std::optional<int64_t> apply(Intrinsic fn, const std::vector<int64_t> &args);

} // namespace loopyc

#endif
