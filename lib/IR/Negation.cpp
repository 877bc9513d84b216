#include "loopyc/IR/Negation.h"

#include <cstdint>
#include <limits>
#include <optional>

using namespace loopyc;

static std::optional<BinaryOp> oppositeOp(BinaryOp op) {
  switch (op) {
  case BinaryOp::Eq:
    return BinaryOp::Ne;
  case BinaryOp::Ne:
    return BinaryOp::Eq;
  case BinaryOp::Lt:
    return BinaryOp::Ge;
  case BinaryOp::Ge:
    return BinaryOp::Lt;
  case BinaryOp::Gt:
    return BinaryOp::Le;
  case BinaryOp::Le:
    return BinaryOp::Gt;
  default:
    return std::nullopt;
  }
}

static const Binary *integerComparison(const Expr &e) {
  const auto *binary = e.getIf<Binary>();
  return binary && binary->a.type().isInteger() && oppositeOp(binary->op)
             ? binary
             : nullptr;
}

Expr loopyc::negated(const Expr &condition) {
  if (const auto *unary = condition.getIf<Unary>())
    return unary->a;
  if (const Binary *node = integerComparison(condition))
    return Expr::binary(*oppositeOp(node->op), node->a, node->b,
                        condition.type());
  return Expr::unary(UnaryOp::Not, condition);
}

static bool isNegationOf(const Expr &a, const Expr &b) {
  const auto *unary = a.getIf<Unary>();
  return unary && unary->op == UnaryOp::Not && unary->a == b;
}

bool loopyc::areOpposite(const Expr &a, const Expr &b) {
  if (isNegationOf(a, b) || isNegationOf(b, a))
    return true;
  const Binary *x = integerComparison(a), *y = integerComparison(b);
  return x && y && oppositeOp(x->op) == y->op && x->a == y->a && x->b == y->b;
}

namespace {

// { v : low <= v <= high }, or all but that.
struct Values {
  int64_t low = std::numeric_limits<int64_t>::min();
  int64_t high = std::numeric_limits<int64_t>::max();
  bool outside = false;
};

} // namespace

static std::optional<Values> valuesWhere(BinaryOp op, int64_t limit) {
  Values values;
  bool isFirst = limit == values.low, isLast = limit == values.high;
  switch (op) {
  case BinaryOp::Eq:
    return Values{limit, limit};
  case BinaryOp::Ne:
    return Values{limit, limit, true};
  case BinaryOp::Le:
    values.high = limit;
    return values;
  case BinaryOp::Ge:
    values.low = limit;
    return values;
  case BinaryOp::Lt:
    values.high = limit - !isFirst;
    return isFirst ? std::nullopt : std::optional(values);
  case BinaryOp::Gt:
    values.low = limit + !isLast;
    return isLast ? std::nullopt : std::optional(values);
  default:
    return std::nullopt;
  }
}

static std::optional<Values> valuesWhere(const Binary &comparison) {
  auto limit = asInteger(comparison.b);
  return limit ? valuesWhere(comparison.op, *limit) : std::nullopt;
}

static bool contains(const Values &all, const Values &some) {
  if (some.outside)
    return all.outside && all.low == some.low; // of one value
  if (all.outside)
    return some.high < all.low || some.low > all.high;
  return all.low <= some.low && some.high <= all.high;
}

bool loopyc::plainlyImplies(const Expr &a, const Expr &b) {
  const Binary *x = integerComparison(a), *y = integerComparison(b);
  auto those = x && y ? valuesWhere(*x) : std::nullopt;
  auto wanted = those ? valuesWhere(*y) : std::nullopt;
  return wanted && contains(*wanted, *those) && x->a == y->a;
}
