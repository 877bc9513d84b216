#include "GuardCover.h"

#include <algorithm>

using namespace loopyc;

// So many cases that nobody wrote them by hand.
static constexpr size_t mostCases = 64;

static bool contains(const Guards &guards, const Expr &guard) {
  return std::find(guards.begin(), guards.end(), guard) != guards.end();
}

static bool isNegationOf(const Expr &a, const Expr &b) {
  const auto *unary = a.getIf<Unary>();
  return unary && unary->op == UnaryOp::Not && unary->a == b;
}

// Of integers, one comparison is the opposite of the other; of real numbers it
// is not, where one is no number.
static bool areOppositeComparisons(const Expr &a, const Expr &b) {
  static const std::pair<BinaryOp, BinaryOp> opposites[] = {
      {BinaryOp::Eq, BinaryOp::Ne},
      {BinaryOp::Lt, BinaryOp::Ge},
      {BinaryOp::Gt, BinaryOp::Le}};
  const auto *x = a.getIf<Binary>(), *y = b.getIf<Binary>();
  if (!x || !y || x->a != y->a || x->b != y->b || !x->a.type().isInteger())
    return false;
  return std::any_of(std::begin(opposites), std::end(opposites),
                     [&](const auto &pair) {
                       return pair == std::pair(x->op, y->op) ||
                              pair == std::pair(y->op, x->op);
                     });
}

static bool areOpposite(const Expr &a, const Expr &b) {
  return isNegationOf(a, b) || isNegationOf(b, a) ||
         areOppositeComparisons(a, b);
}

static bool isImpliedBy(const Guards &guards, const Guards &weaker) {
  return std::all_of(weaker.begin(), weaker.end(), [&](const Expr &guard) {
    return contains(guards, guard);
  });
}

// Under a and g one write happens, under b and not g another: one of them
// happens under a and b.
static Guards resolved(const Guards &a, const Guards &b, const Expr &guard,
                       const Expr &opposite) {
  Guards both;
  for (const Expr &e : a)
    if (e != guard)
      both.push_back(e);
  for (const Expr &e : b)
    if (e != opposite && !contains(both, e))
      both.push_back(e);
  return both;
}

bool GuardCover::add(Guards guards) {
  std::vector<Guards> open{std::move(guards)};
  while (!open.empty() && cases.size() < mostCases) {
    Guards now = std::move(open.back());
    open.pop_back();
    if (now.empty())
      return true;
    bool implied =
        std::any_of(cases.begin(), cases.end(), [&](const Guards &weaker) {
          return isImpliedBy(now, weaker);
        });
    if (implied)
      continue;
    for (const Guards &other : cases)
      for (const Expr &guard : now)
        for (const Expr &opposite : other)
          if (areOpposite(guard, opposite))
            open.push_back(resolved(now, other, guard, opposite));
    cases.push_back(std::move(now));
  }
  return false;
}
