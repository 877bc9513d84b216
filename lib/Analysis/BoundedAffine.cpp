#include "loopyc/Analysis/BoundedAffine.h"

#include "loopyc/Analysis/Affine.h"

using namespace loopyc;
using poly::PwAff;

// Beyond this, pieces cost more than exactness is worth.
static const int64_t mostValues = 64;

std::optional<std::pair<int64_t, int64_t>>
BoundedAffine::rangeOf(const std::string &name) {
  std::string iname = name;
  if (!iname.empty() && iname.back() == '\'')
    iname.pop_back();
  auto [known, isNew] = ranges.try_emplace(iname);
  if (!isNew)
    return known->second;
  int d = kernel.domainOf(iname);
  if (d < 0)
    return std::nullopt;
  auto low = kernel.domains[d].minConst(iname);
  auto high = kernel.domains[d].maxConst(iname);
  if (low && high && *high - *low < mostValues)
    known->second = {*low, *high};
  return known->second;
}

std::string BoundedAffine::multipliedIname(const Expr &e) {
  std::string found;
  walk(e, [&](const Expr &node) {
    const auto *product = node.getIf<Binary>();
    if (found.empty() && product && product->op == BinaryOp::Mul)
      for (const Expr &factor : {product->a, product->b})
        if (const auto *var = factor.getIf<VarRef>();
            var && found.empty() && rangeOf(var->name))
          found = var->name;
    return found.empty();
  });
  return found;
}

std::optional<PwAff> BoundedAffine::operator()(const Expr &e) {
  if (auto value = toAffine(e))
    return value;
  std::string iname = e ? multipliedIname(e) : "";
  if (iname.empty())
    return std::nullopt;
  auto [low, high] = *rangeOf(iname);
  PwAff at = PwAff::name(iname);
  std::optional<PwAff> result;
  for (int64_t value = low; value <= high; ++value) {
    auto piece =
        (*this)(fold(substitute(e, {{iname, Expr::integer(value)}})));
    if (!piece)
      return std::nullopt;
    result = result ? PwAff::select(at.eq(PwAff::constant(value)), *piece,
                                    *result)
                    : *piece;
  }
  return result;
}
