// Polynomials with integer coefficients in named integers: what a subscript is
// where extents are multiplied, as in i + n*(j + m*k).
#ifndef LOOPYC_VALUES_POLYNOMIAL_H
#define LOOPYC_VALUES_POLYNOMIAL_H

#include "loopyc/IR/Expr.h"
#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {

class Polynomial {
public:
  Polynomial() = default; // 0
  static Polynomial constant(int64_t value);
  static Polynomial name(const std::string &name);
  // Of sums and products of names and literals; nullopt for anything else, and
  // where one is too large: of 64 terms, of degree 8, coefficients of 40 bits.
  static std::optional<Polynomial> of(const Expr &e);
  // The same, with values of variables that are known.
  using ValueOf =
      std::function<std::optional<Polynomial>(const VarRef &variable)>;
  static std::optional<Polynomial> of(const Expr &e, const ValueOf &valueOf);

  // nullopt where they are too large.
  std::optional<Polynomial> plus(const Polynomial &other) const;
  std::optional<Polynomial> times(const Polynomial &other) const;
  Polynomial renamed(const std::map<std::string, std::string> &names) const;

  bool operator==(const Polynomial &o) const { return terms == o.terms; }
  bool operator<(const Polynomial &o) const { return terms < o.terms; }
  bool isZero() const { return terms.empty(); }
  bool isConstant() const { return degree() == 0; }
  bool isAffine() const { return degree() <= 1; }
  std::set<std::string> names() const;
  poly::PwAff affine() const; // isAffine()
  // { p, q } with this == p + q, q affine, and products alone in p.
  std::pair<Polynomial, Polynomial> productsAndRest() const;

  // { {"i"} -> n, {} -> -n }: by what of `variables` stands in each term.
  std::map<std::vector<std::string>, Polynomial>
  coefficients(const std::set<std::string> &variables) const;
  // Without a common divisor of all coefficients, and with a positive first
  // one: n - 1 for 4 - 4*n.
  Polynomial primitive() const;
  // { q, r } with this == q*divisor + r, no term of r a multiple of the first
  // one of the divisor, which is not 0; nullopt on overflow.
  std::optional<std::pair<Polynomial, Polynomial>>
  dividedBy(const Polynomial &divisor) const;

private:
  // The factors of a term in order, with repetitions. The higher degree comes
  // first; products keep the order of terms.
  using Monomial = std::vector<std::string>;
  struct First {
    bool operator()(const Monomial &a, const Monomial &b) const {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
  };
  size_t degree() const;
  bool add(const Monomial &monomial, int64_t coefficient);

  std::map<Monomial, int64_t, First> terms; // no zeros
};

} // namespace loopyc

#endif
