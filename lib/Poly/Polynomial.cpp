#include "Polynomial.h"

#include <numeric>

using namespace loopyc;
using namespace loopyc::poly;

Rational::Rational(int64_t n, int64_t d) : numerator(n), denominator(d) {
  int64_t common = std::gcd(n, d);
  if (d < 0)
    common = -common;
  numerator /= common;
  denominator /= common;
}

Rational Rational::operator+(const Rational &o) const {
  return {checkedAdd(checkedMul(numerator, o.denominator),
                     checkedMul(o.numerator, denominator)),
          checkedMul(denominator, o.denominator)};
}

Rational Rational::operator*(const Rational &o) const {
  // Crosswise in lowest terms first, to stay small.
  Rational a(numerator, o.denominator), b(o.numerator, denominator);
  return {checkedMul(a.numerator, b.numerator),
          checkedMul(a.denominator, b.denominator)};
}

Polynomial::Polynomial(const Rational &constant) { add({}, constant); }

Polynomial::Polynomial(const LinearForm &form) {
  add({}, form.constant);
  for (const auto &[name, factor] : form.terms)
    add({{name, 1}}, factor);
}

void Polynomial::add(const Monomial &monomial, const Rational &factor) {
  auto [term, isNew] = list.try_emplace(monomial, factor);
  if (!isNew)
    term->second = term->second + factor;
  if (term->second.numerator == 0)
    list.erase(term);
}

bool Polynomial::involves(const std::string &name) const {
  for (const auto &[monomial, factor] : list)
    if (monomial.count(name))
      return true;
  return false;
}

std::vector<Polynomial>
Polynomial::byPowerOf(const std::string &name) const {
  std::vector<Polynomial> result;
  for (const auto &[monomial, factor] : list) {
    Monomial rest = monomial;
    size_t power = 0;
    if (auto own = rest.find(name); own != rest.end()) {
      power = own->second;
      rest.erase(own);
    }
    if (result.size() <= power)
      result.resize(power + 1);
    result[power].add(rest, factor);
  }
  return result;
}

// By Horner's rule.
static Polynomial evaluate(const std::vector<Polynomial> &byPower,
                           const Polynomial &at) {
  Polynomial result;
  for (auto part = byPower.rbegin(); part != byPower.rend(); ++part)
    result = result * at + *part;
  return result;
}

Polynomial Polynomial::substitute(const std::string &name,
                                  const Polynomial &by) const {
  return involves(name) ? evaluate(byPowerOf(name), by) : *this;
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial sum = *this;
  for (const auto &[monomial, factor] : other.list)
    sum.add(monomial, factor);
  return sum;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial product;
  for (const auto &[left, a] : list)
    for (const auto &[right, b] : other.list) {
      Monomial both = left;
      for (const auto &[name, exponent] : right)
        both[name] += exponent;
      product.add(both, a * b);
    }
  return product;
}

// S_k(x) = 1^k + 2^k + ... + x^k as a polynomial, coefficients by power. From
//   (x + 1)^(k+1) - 1 = sum over j <= k of C(k+1, j) S_j(x),
// both sides being the sum over 1 <= i <= x of (i + 1)^(k+1) - i^(k+1).
static std::vector<Rational> powerSum(int k) {
  std::vector<Rational> binomials{1}; // C(k+1, j)
  for (int j = 1; j <= k + 1; ++j)
    binomials.push_back(binomials.back() * Rational(k + 2 - j, j));
  std::vector<Rational> result = binomials; // (x + 1)^(k+1) - 1
  result[0] = 0;
  for (int j = 0; j < k; ++j) {
    std::vector<Rational> lower = powerSum(j);
    for (size_t p = 0; p < lower.size(); ++p)
      result[p] = result[p] + lower[p] * binomials[j] * Rational(-1);
  }
  for (Rational &factor : result)
    factor = factor * Rational(1, k + 1);
  return result;
}

Polynomial poly::sumOver(const Polynomial &summand, const std::string &name,
                         const LinearForm &low, const LinearForm &high) {
  std::vector<Polynomial> byPower = summand.byPowerOf(name);
  Polynomial last(high), beforeFirst(low - 1), result;
  for (size_t k = 0; k < byPower.size(); ++k) {
    if (byPower[k].terms().empty())
      continue;
    std::vector<Rational> factors = powerSum(k);
    std::vector<Polynomial> sum(factors.begin(), factors.end());
    Polynomial range = evaluate(sum, last) +
                       evaluate(sum, beforeFirst) * Polynomial(Rational(-1));
    result = result + byPower[k] * range;
  }
  return result;
}
