#include "Ranges.h"

#include "loopyc/Support/Integers.h"

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

Expr Ranges::simplified(const Expr &e) {
  Expr result = rewrite(fold(e), [&](const Expr &node) {
    if (const auto *var = node.getIf<VarRef>())
      if (Interval range = ofIname(var->name); range.isSingle())
        return Expr::integer(*range.low, node.type());
    const auto *n = node.getIf<Binary>();
    bool divides =
        n && (n->op == BinaryOp::FloorDiv || n->op == BinaryOp::FloorMod);
    auto divisor = divides ? asInteger(n->b) : std::nullopt;
    return divisor && *divisor > 0 ? withQuotient(*n, of(n->a), *divisor, node)
                                   : node;
  });
  return fold(result);
}
