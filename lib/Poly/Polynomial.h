// Polynomials in named integers with rational coefficients, and their sums
// over intervals.
#ifndef LOOPYC_LIB_POLY_POLYNOMIAL_H
#define LOOPYC_LIB_POLY_POLYNOMIAL_H

#include "LinearForm.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace poly {

// In lowest terms, denominator > 0. Throws UserError on overflow.
struct Rational {
  int64_t numerator = 0, denominator = 1;

  Rational(int64_t numerator = 0, int64_t denominator = 1);
  Rational operator+(const Rational &other) const;
  Rational operator*(const Rational &other) const;
};

// Exponents by name, all positive; {} is 1.
using Monomial = std::map<std::string, int>;

class Polynomial {
public:
  Polynomial() = default; // 0
  Polynomial(const Rational &constant);
  explicit Polynomial(const LinearForm &form);

  const std::map<Monomial, Rational> &terms() const { return list; }
  bool involves(const std::string &name) const;
  // p[0] + p[1]*name + p[2]*name^2 + ..., without the name in any p[k].
  std::vector<Polynomial> byPowerOf(const std::string &name) const;
  Polynomial substitute(const std::string &name, const Polynomial &by) const;

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;

private:
  void add(const Monomial &monomial, const Rational &factor);
  std::map<Monomial, Rational> list; // no zero coefficients
};

// sum of `summand` over low <= name <= high, where low <= high + 1.
Polynomial sumOver(const Polynomial &summand, const std::string &name,
                   const LinearForm &low, const LinearForm &high);

} // namespace poly
} // namespace loopyc

#endif
