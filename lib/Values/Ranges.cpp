#include "loopyc/Values/Ranges.h"

#include "loopyc/Support/Integers.h"

#include <limits>

using namespace loopyc;

Ranges::Ranges(const Kernel &kernel, const std::vector<std::string> &others)
    : kernel(kernel) {
  for (const std::string &name : others)
    inames.emplace(name, Interval());
}

Interval Ranges::ofIname(const std::string &iname) {
  auto [it, isNew] = inames.emplace(iname, Interval());
  if (!isNew)
    return it->second;
  int index = kernel.domainOf(iname);
  if (index >= 0)
    it->second = intervalOf(iname, kernel.domains[index]);
  return it->second;
}

Interval Ranges::of(const Expr &e) {
  if (const auto *var = e.getIf<VarRef>())
    return ofIname(var->name);
  return intervalOf(e, [&](const Expr &part) { return of(part); });
}

// a // b or a % b for a divisor b > 0, where a // b has one value.
static Expr withQuotient(const Binary &n, const Interval &dividend,
                         int64_t divisor, const Expr &otherwise) {
  Interval quotient =
      apply(BinaryOp::FloorDiv, dividend, Interval::of(divisor));
  if (!quotient.isSingle())
    return otherwise;
  if (n.op == BinaryOp::FloorDiv)
    return Expr::integer(*quotient.low, otherwise.type());
  auto multiple = integers::product(*quotient.low, divisor);
  return multiple ? n.a - *multiple : otherwise;
}

// The divisor of a // b or a % b for b > 0.
static std::optional<int64_t> positiveDivisor(const Binary *n) {
  const bool divides =
      n && (n->op == BinaryOp::FloorDiv || n->op == BinaryOp::FloorMod);
  auto divisor = divides ? asInteger(n->b) : std::nullopt;
  return divisor && *divisor > 0 ? divisor : std::nullopt;
}

// a // b // c is a // (b*c).
static Expr joinedQuotients(const Expr &e) {
  const auto *outer = e.getIf<Binary>();
  const auto *inner = outer ? outer->a.getIf<Binary>() : nullptr;
  if (!inner || outer->op != BinaryOp::FloorDiv ||
      inner->op != BinaryOp::FloorDiv)
    return e;
  auto b = positiveDivisor(inner), c = positiveDivisor(outer);
  auto both = b && c ? integers::product(*b, *c) : std::nullopt;
  return both && *both <= std::numeric_limits<int32_t>::max()
             ? Expr::binary(BinaryOp::FloorDiv, inner->a,
                            Expr::integer(*both, e.type()), e.type())
             : e;
}

Expr Ranges::simplified(const Expr &e) {
  Expr result = rewrite(fold(e), [&](const Expr &node) {
    if (const auto *var = node.getIf<VarRef>())
      if (Interval range = ofIname(var->name); range.isSingle())
        return Expr::integer(*range.low, node.type());
    Expr quotient = joinedQuotients(node);
    const auto *n = quotient.getIf<Binary>();
    auto divisor = positiveDivisor(n);
    return divisor ? withQuotient(*n, of(n->a), *divisor, quotient) : quotient;
  });
  return fold(result);
}
