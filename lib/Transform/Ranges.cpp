#include "Ranges.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>

using namespace loopyc;

using Interval = Ranges::Interval;

static int64_t floorQuotient(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && a < 0 ? 1 : 0);
}

Ranges::Ranges(const Kernel &kernel, const std::vector<std::string> &others)
    : kernel(kernel) {
  for (const std::string &name : others)
    inames.emplace(name, std::nullopt);
}

std::optional<Interval> Ranges::ofIname(const std::string &iname) {
  auto [it, isNew] = inames.emplace(iname, std::nullopt);
  if (!isNew)
    return it->second;
  int index = kernel.domainOf(iname);
  if (index < 0)
    return std::nullopt;
  auto low = kernel.domains[index].minConst(iname);
  auto high = kernel.domains[index].maxConst(iname);
  // A loop's upper end may be a parameter: half-open ranges are not needed.
  if (low && high)
    it->second = Interval{*low, *high};
  return it->second;
}

// nullopt where an end does not fit 64 bits.
static std::optional<Interval> between(std::optional<int64_t> low,
                                       std::optional<int64_t> high) {
  if (!low || !high)
    return std::nullopt;
  return Interval{*low, *high};
}

static std::optional<Interval> product(const Interval &a, const Interval &b) {
  std::optional<int64_t> low, high;
  for (int64_t x : {a.first, a.second})
    for (int64_t y : {b.first, b.second}) {
      auto end = llvm::checkedMul(x, y);
      if (!end)
        return std::nullopt;
      low = std::min(low.value_or(*end), *end);
      high = std::max(high.value_or(*end), *end);
    }
  return between(low, high);
}

std::optional<Interval> Ranges::ofBinary(const Binary &n) {
  auto a = of(n.a), b = of(n.b);
  if (!a || !b)
    return std::nullopt;
  auto divisor = asInteger(n.b);
  switch (n.op) {
  case BinaryOp::Add:
    return between(llvm::checkedAdd(a->first, b->first),
                   llvm::checkedAdd(a->second, b->second));
  case BinaryOp::Sub:
    return between(llvm::checkedSub(a->first, b->second),
                   llvm::checkedSub(a->second, b->first));
  case BinaryOp::Mul:
    return product(*a, *b);
  case BinaryOp::FloorDiv:
    if (!divisor || *divisor <= 0)
      return std::nullopt;
    return Interval{floorQuotient(a->first, *divisor),
                    floorQuotient(a->second, *divisor)};
  case BinaryOp::FloorMod:
    if (!divisor || *divisor <= 0)
      return std::nullopt;
    return Interval{0, *divisor - 1};
  default:
    return std::nullopt;
  }
}

std::optional<Interval> Ranges::of(const Expr &e) {
  if (auto value = asInteger(e))
    return Interval{*value, *value};
  if (const auto *var = e.getIf<VarRef>())
    return ofIname(var->name);
  if (const auto *n = e.getIf<Unary>(); n && n->op == UnaryOp::Neg) {
    auto a = of(n->a);
    return a ? std::optional<Interval>({-a->second, -a->first}) : std::nullopt;
  }
  if (const auto *n = e.getIf<Binary>())
    return ofBinary(*n);
  return std::nullopt;
}

Expr Ranges::simplified(const Expr &e) {
  Expr result = rewrite(fold(e), [&](const Expr &node) {
    if (const auto *var = node.getIf<VarRef>())
      if (auto range = ofIname(var->name);
          range && range->first == range->second)
        return Expr::integer(range->first, node.type());
    const auto *n = node.getIf<Binary>();
    bool divides =
        n && (n->op == BinaryOp::FloorDiv || n->op == BinaryOp::FloorMod);
    auto divisor = divides ? asInteger(n->b) : std::nullopt;
    auto range = divisor && *divisor > 0 ? of(n->a) : std::nullopt;
    if (!range)
      return node;
    int64_t quotient = floorQuotient(range->first, *divisor);
    if (quotient != floorQuotient(range->second, *divisor))
      return node;
    return n->op == BinaryOp::FloorDiv ? Expr::integer(quotient, node.type())
                                       : n->a - quotient * *divisor;
  });
  return fold(result);
}
