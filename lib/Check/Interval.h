// Intervals of integers: what is known of a value that is not known.
#ifndef LOOPYC_LIB_CHECK_INTERVAL_H
#define LOOPYC_LIB_CHECK_INTERVAL_H

#include "loopyc/IR/Expr.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace loopyc {
namespace check {

// { v : low <= v <= high }; an end that is `minus` or `plus` is open.
struct Interval {
  static constexpr int64_t minus = std::numeric_limits<int64_t>::min();
  static constexpr int64_t plus = std::numeric_limits<int64_t>::max();

  int64_t low = minus, high = plus;

  static Interval of(int64_t value) { return {value, value}; }
  static Interval none() { return {plus, minus}; }

  bool isEmpty() const { return low > high; }
  bool isFinite() const { return low != minus && high != plus; }
  Interval unite(const Interval &other) const;
};

// All values of the operation for operands in these intervals, or more.
Interval apply(UnaryOp op, const Interval &a);
Interval apply(BinaryOp op, const Interval &a, const Interval &b);
Interval apply(Intrinsic fn, const std::vector<Interval> &args);

} // namespace check
} // namespace loopyc

#endif
