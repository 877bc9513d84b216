// Intervals of integers: what is known of a value that is not known.
#ifndef LOOPYC_VALUES_INTERVAL_H
#define LOOPYC_VALUES_INTERVAL_H

#include "loopyc/IR/Expr.h"
#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// { v : low <= v <= high }; open where an end is absent.
struct Interval {
  std::optional<int64_t> low, high;

  static Interval of(int64_t value) { return {value, value}; }
  static Interval none() { return {1, 0}; }

  bool isEmpty() const { return low && high && *low > *high; }
  bool isFinite() const { return low && high; }
  bool isSingle() const { return low && low == high; }
  bool contains(int64_t value) const;
  // The smallest interval with all values of both.
  Interval unite(const Interval &other) const;
  // How many values it has; nullopt if they are too many to count.
  std::optional<int64_t> count() const;
};

// All values of the operation for operands in these intervals, or more. An end
// that does not fit 64 bits is open.
Interval apply(UnaryOp op, const Interval &a);
Interval apply(BinaryOp op, const Interval &a, const Interval &b);
Interval apply(Intrinsic fn, const std::vector<Interval> &args);

// The values of an integer expression by those of its operands, which `ofPart`
// gives. Variables and array elements have none: they are anything.
Interval intervalOf(const Expr &e,
                    const std::function<Interval(const Expr &)> &ofPart);

// The values that the name has in the set; open where these are not bounded by
// a constant, or where the set is empty.
Interval intervalOf(const std::string &name, const poly::Set &set);
// { name : it lies in the interval }
poly::Set within(const std::string &name, const Interval &interval);

} // namespace loopyc

#endif
