#include "Interval.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::check;

Interval Interval::unite(const Interval &other) const {
  return {std::min(low, other.low), std::max(high, other.high)};
}

static Interval negated(const Interval &a) {
  return {a.high == Interval::plus ? Interval::minus : -a.high,
          a.low == Interval::minus ? Interval::plus : -a.low};
}

// An open end stays open, and so does one that does not fit.
static int64_t sum(int64_t a, int64_t b, int64_t open) {
  int64_t result;
  bool fits = a != open && b != open && !__builtin_add_overflow(a, b, &result);
  return fits ? result : open;
}

static Interval sum(const Interval &a, const Interval &b) {
  return {sum(a.low, b.low, Interval::minus),
          sum(a.high, b.high, Interval::plus)};
}

// The hull of what `fn` makes of the ends, where the operation is monotonic in
// each operand.
template <typename Fn>
static Interval atCorners(const Interval &a, const Interval &b, Fn fn) {
  if (!a.isFinite() || !b.isFinite())
    return {};
  Interval result = Interval::none();
  for (int64_t x : {a.low, a.high})
    for (int64_t y : {b.low, b.high}) {
      std::optional<int64_t> value = fn(x, y);
      result = result.unite(value ? Interval::of(*value) : Interval());
    }
  return result;
}

static Interval product(const Interval &a, const Interval &b) {
  return atCorners(a, b, [](int64_t x, int64_t y) -> std::optional<int64_t> {
    int64_t value;
    if (__builtin_mul_overflow(x, y, &value))
      return std::nullopt;
    return value;
  });
}

static Interval quotient(const Interval &a, const Interval &b, bool floor) {
  if (b.low <= 0 && b.high >= 0)
    return {};
  return atCorners(a, b, [&](int64_t x, int64_t y) -> std::optional<int64_t> {
    bool down = floor && x % y != 0 && (x < 0) != (y < 0);
    return x / y - down;
  });
}

// The remainder's sign is the dividend's (Rem) or the divisor's (FloorMod).
static Interval remainder(const Interval &a, const Interval &b, bool floor) {
  if (!b.isFinite())
    return {};
  int64_t most = std::max(b.high, -b.low) - 1;
  const Interval &sign = floor ? b : a;
  return {sign.low >= 0 ? 0 : -most, sign.high <= 0 ? 0 : most};
}

static Interval lesser(const Interval &a, const Interval &b) {
  return {std::min(a.low, b.low), std::min(a.high, b.high)};
}

static Interval greater(const Interval &a, const Interval &b) {
  return {std::max(a.low, b.low), std::max(a.high, b.high)};
}

Interval check::apply(UnaryOp op, const Interval &a) {
  if (a.isEmpty())
    return a;
  return op == UnaryOp::Neg ? negated(a) : Interval{0, 1};
}

Interval check::apply(BinaryOp op, const Interval &a, const Interval &b) {
  if (a.isEmpty() || b.isEmpty())
    return Interval::none();
  switch (op) {
  case BinaryOp::Add:
    return sum(a, b);
  case BinaryOp::Sub:
    return sum(a, negated(b));
  case BinaryOp::Mul:
    return product(a, b);
  case BinaryOp::Div:
    return quotient(a, b, false);
  case BinaryOp::FloorDiv:
    return quotient(a, b, true);
  case BinaryOp::Rem:
    return remainder(a, b, false);
  case BinaryOp::FloorMod:
    return remainder(a, b, true);
  case BinaryOp::Pow:
    return {};
  case BinaryOp::Eq:
  case BinaryOp::Ne:
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::And:
  case BinaryOp::Or:
    return {0, 1};
  }
  throw InternalError("unknown binary operator");
}

Interval check::apply(Intrinsic fn, const std::vector<Interval> &args) {
  for (const Interval &arg : args)
    if (arg.isEmpty())
      return arg;
  bool isMin = fn == Intrinsic::Min;
  if (isMin || fn == Intrinsic::Max) {
    Interval result = args.front();
    for (const Interval &arg : args)
      result = isMin ? lesser(result, arg) : greater(result, arg);
    return result;
  }
  Interval zero = Interval::of(0);
  switch (fn) {
  case Intrinsic::Abs:
    return greater(greater(args[0], negated(args[0])), zero);
  case Intrinsic::Dim:
    return greater(sum(args[0], negated(args[1])), zero);
  case Intrinsic::Sign: {
    Interval size = greater(args[0], negated(args[0]));
    return size.unite(negated(size));
  }
  default:
    return {};
  }
}
