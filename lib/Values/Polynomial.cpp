#include "loopyc/Values/Polynomial.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <iterator>
#include <numeric>

using namespace loopyc;
using poly::PwAff;

// A coefficient may become twice as long in a product.
static constexpr int64_t mostCoefficient = int64_t(1) << 40;
// Products of sums have very many terms.
static constexpr size_t mostTerms = 64, longestProduct = 8;

bool Polynomial::add(const Monomial &monomial, int64_t coefficient) {
  auto [term, isNew] = terms.try_emplace(monomial, 0);
  bool isExact = !llvm::AddOverflow(term->second, coefficient, term->second) &&
                 term->second <= mostCoefficient &&
                 term->second >= -mostCoefficient;
  if (term->second == 0)
    terms.erase(term);
  return isExact && monomial.size() <= longestProduct &&
         terms.size() <= mostTerms;
}

Polynomial Polynomial::constant(int64_t value) {
  Polynomial result;
  result.add({}, value);
  return result;
}

Polynomial Polynomial::name(const std::string &name) {
  Polynomial result;
  result.add({name}, 1);
  return result;
}

std::optional<Polynomial> Polynomial::plus(const Polynomial &other) const {
  Polynomial result = *this;
  for (const auto &[monomial, coefficient] : other.terms)
    if (!result.add(monomial, coefficient))
      return std::nullopt;
  return result;
}

std::optional<Polynomial> Polynomial::times(const Polynomial &other) const {
  Polynomial result;
  for (const auto &[left, a] : terms)
    for (const auto &[right, b] : other.terms) {
      Monomial product;
      std::merge(left.begin(), left.end(), right.begin(), right.end(),
                 std::back_inserter(product));
      int64_t coefficient = 0;
      if (llvm::MulOverflow(a, b, coefficient) ||
          !result.add(product, coefficient))
        return std::nullopt;
    }
  return result;
}

Polynomial Polynomial::renamed(
    const std::map<std::string, std::string> &names) const {
  Polynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    Monomial own = monomial;
    for (std::string &factor : own)
      if (auto name = names.find(factor); name != names.end())
        factor = name->second;
    std::sort(own.begin(), own.end());
    result.add(own, coefficient);
  }
  return result;
}

std::optional<Polynomial> Polynomial::of(const Expr &e) {
  return of(e, [](const VarRef &variable) {
    return std::optional(name(variable.str())); // as sets name it
  });
}

std::optional<Polynomial> Polynomial::of(const Expr &e,
                                         const ValueOf &valueOf) {
  if (!e.type().isInteger())
    return std::nullopt;
  if (auto value = asInteger(e))
    return *value <= mostCoefficient && *value >= -mostCoefficient
               ? std::optional(constant(*value))
               : std::nullopt;
  if (const auto *var = e.getIf<VarRef>())
    return valueOf(*var);
  if (const auto *cast = e.getIf<Cast>())
    return of(cast->a, valueOf);
  const auto *unary = e.getIf<Unary>();
  if (unary && unary->op == UnaryOp::Neg) {
    auto operand = of(unary->a, valueOf);
    return operand ? operand->times(constant(-1)) : std::nullopt;
  }
  const auto *binary = e.getIf<Binary>();
  if (!binary || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub &&
                  binary->op != BinaryOp::Mul))
    return std::nullopt;
  auto a = of(binary->a, valueOf), b = of(binary->b, valueOf);
  if (!a || !b)
    return std::nullopt;
  if (binary->op == BinaryOp::Mul)
    return a->times(*b);
  if (binary->op == BinaryOp::Sub)
    b = b->times(constant(-1));
  return b ? a->plus(*b) : std::nullopt;
}

size_t Polynomial::degree() const {
  return terms.empty() ? 0 : terms.begin()->first.size();
}

std::set<std::string> Polynomial::names() const {
  std::set<std::string> result;
  for (const auto &[monomial, coefficient] : terms)
    result.insert(monomial.begin(), monomial.end());
  return result;
}

PwAff Polynomial::affine() const {
  PwAff result = PwAff::constant(0);
  for (const auto &[monomial, coefficient] : terms)
    result = result + (monomial.empty()
                           ? PwAff::constant(coefficient)
                           : PwAff::name(monomial.front()).scaled(coefficient));
  return result;
}

std::pair<Polynomial, Polynomial> Polynomial::productsAndRest() const {
  std::pair<Polynomial, Polynomial> result;
  for (const auto &[monomial, coefficient] : terms)
    (monomial.size() > 1 ? result.first : result.second)
        .add(monomial, coefficient);
  return result;
}

std::map<std::vector<std::string>, Polynomial>
Polynomial::coefficients(const std::set<std::string> &variables) const {
  std::map<std::vector<std::string>, Polynomial> result;
  for (const auto &[monomial, coefficient] : terms) {
    Monomial own, others;
    for (const std::string &factor : monomial)
      (variables.count(factor) ? own : others).push_back(factor);
    result[own].add(others, coefficient);
  }
  return result;
}

Polynomial Polynomial::primitive() const {
  int64_t common = 0;
  for (const auto &[monomial, coefficient] : terms)
    common = std::gcd(common, coefficient);
  if (!terms.empty() && terms.begin()->second < 0)
    common = -common;
  Polynomial result;
  for (const auto &[monomial, coefficient] : terms)
    result.add(monomial, coefficient / common);
  return result;
}

std::optional<std::pair<Polynomial, Polynomial>>
Polynomial::dividedBy(const Polynomial &divisor) const {
  const auto &[first, leading] = *divisor.terms.begin();
  Polynomial quotient, remainder, rest = *this;
  while (!rest.isZero()) {
    auto [monomial, coefficient] = *rest.terms.begin();
    bool isMultiple = coefficient % leading == 0 &&
                      std::includes(monomial.begin(), monomial.end(),
                                    first.begin(), first.end());
    if (!isMultiple) {
      remainder.add(monomial, coefficient);
      rest.terms.erase(rest.terms.begin());
      continue;
    }
    Polynomial term;
    Monomial factors;
    std::set_difference(monomial.begin(), monomial.end(), first.begin(),
                        first.end(), std::back_inserter(factors));
    term.add(factors, coefficient / leading);
    auto part = divisor.times(term);
    auto less = part ? part->times(constant(-1)) : std::nullopt;
    auto next = less ? rest.plus(*less) : std::nullopt;
    auto sum = quotient.plus(term);
    if (!next || !sum)
      return std::nullopt;
    rest = std::move(*next);
    quotient = std::move(*sum);
  }
  return std::pair(quotient, remainder);
}
