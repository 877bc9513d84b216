#include "CFamily/SubscriptTerms.h"

#include "loopyc/Support/Integers.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

// coefficient*factor*factor...
struct Term {
  int64_t coefficient = 1;
  std::vector<Expr> factors;
};

using Terms = std::vector<Term>;

constexpr size_t mostTerms = 32;

} // namespace

static std::optional<Terms> times(const Terms &a, const Terms &b) {
  Terms result;
  for (const Term &x : a)
    for (const Term &y : b) {
      Term product = x;
      auto coefficient = integers::product(x.coefficient, y.coefficient);
      if (!coefficient)
        return std::nullopt;
      product.coefficient = *coefficient;
      product.factors.insert(product.factors.end(), y.factors.begin(),
                             y.factors.end());
      result.push_back(std::move(product));
    }
  return result;
}

static std::optional<Terms> expanded(const Expr &e) {
  if (auto value = asInteger(e))
    return Terms{{*value, {}}};
  const auto *binary = e.getIf<Binary>();
  const auto *unary = e.getIf<Unary>();
  if (unary && unary->op == UnaryOp::Neg) {
    auto operand = expanded(unary->a);
    return operand ? times({{-1, {}}}, *operand) : std::nullopt;
  }
  bool isSum = binary && (binary->op == BinaryOp::Add ||
                          binary->op == BinaryOp::Sub);
  if (!isSum && !(binary && binary->op == BinaryOp::Mul))
    return Terms{{1, {e}}};
  auto a = expanded(binary->a), b = expanded(binary->b);
  if (!a || !b || a->size() + b->size() > mostTerms ||
      (!isSum && a->size() * b->size() > mostTerms))
    return std::nullopt;
  if (!isSum)
    return times(*a, *b);
  if (binary->op == BinaryOp::Sub)
    b = times({{-1, {}}}, *b);
  if (b)
    a->insert(a->end(), b->begin(), b->end());
  return b ? a : std::nullopt;
}

static void add(Expr &sum, const Term &term) {
  Expr product;
  for (const Expr &factor : term.factors)
    product = product ? product * factor : factor;
  product = term.coefficient == 1
                ? product
                : Expr::integer(term.coefficient, product.type()) * product;
  sum = sum ? sum + product : product;
}

SubscriptTerms codegen::subscriptTerms(
    const Expr &subscript,
    const std::function<bool(const Expr &factor)> &isInside) {
  SubscriptTerms result;
  std::optional<Terms> terms = expanded(subscript);
  if (!terms) {
    result.inside = subscript;
    return result;
  }
  for (const Term &term : *terms) {
    if (term.factors.empty()) {
      auto sum = integers::sum(result.constant, term.coefficient);
      if (!sum)
        return {Expr(), subscript, 0};
      result.constant = *sum;
      continue;
    }
    bool isIn = term.coefficient < 0 ||
                std::any_of(term.factors.begin(), term.factors.end(), isInside);
    add(isIn ? result.inside : result.outside, term);
  }
  return result;
}
