// Piecewise quasi-polynomials in named integers, and the number of points of a
// set as one:
//   # [n] -> { [i] : 0 <= 2i < n }  =  [n] -> { floor((1 + n)/2) : n > 0 }.
// Outside of all pieces the value is 0.
#ifndef LOOPYC_POLY_PWQPOLYNOMIAL_H
#define LOOPYC_POLY_PWQPOLYNOMIAL_H

#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <optional>
#include <string>

struct isl_pw_qpolynomial;

namespace loopyc {
namespace poly {

class PwQPolynomial {
public:
  PwQPolynomial(); // 0
  explicit PwQPolynomial(isl_pw_qpolynomial *taken) : ptr(taken) {}
  PwQPolynomial(const PwQPolynomial &other);
  PwQPolynomial(PwQPolynomial &&other) noexcept : ptr(other.ptr) {
    other.ptr = nullptr;
  }
  PwQPolynomial &operator=(PwQPolynomial other) noexcept {
    std::swap(ptr, other.ptr);
    return *this;
  }
  ~PwQPolynomial();

  static PwQPolynomial constant(int64_t value);
  static PwQPolynomial from(const PwAff &value);

  PwQPolynomial operator+(const PwQPolynomial &other) const;
  PwQPolynomial operator*(const PwQPolynomial &other) const;
  PwQPolynomial scaled(int64_t factor) const;
  PwQPolynomial dividedBy(int64_t divisor) const; // as rationals
  // 0 outside of `domain`.
  PwQPolynomial restrictTo(const Set &domain) const;
  // The same value where `facts` hold, and any elsewhere.
  PwQPolynomial gist(const Set &facts) const;

  bool isZero() const;
  // The value, where it depends on no name.
  std::optional<int64_t> asConstant() const;
  // The names that the value depends on.
  Names names() const;
  // The decimal digits of the value (without limit of size). Throws UserError
  // for a name that it depends on and the point does not give.
  std::string valueAt(const Point &point) const;
  // "2 * n", if it is one polynomial everywhere.
  std::optional<std::string> formula() const;
  // Of that polynomial, the terms that no other is a multiple of, floors as if
  // they were none: what matters where all names are large.
  //   (28 - 28 * n + 7 * n^2)    7 * n^2
  std::optional<std::string> leadingTerms() const;
  // How fast it grows: the largest sum of exponents in a term.
  int degree() const;
  // isl's notation: [n] -> { 2 * n : n > 0 }.
  std::string str() const;

private:
  isl_pw_qpolynomial *ptr;
};

// The number of integer points of the set for each value of its parameters;
// `dims` are what is counted, all other names are parameters. Exact; throws
// UserError where the number is infinite, or where it takes too many pieces to
// write down.
PwQPolynomial cardinality(const Set &set, const Names &dims);

// One polynomial that is no smaller than the cardinality wherever the set has
// points: the volume of a box around them, or around each of a few parts.
//   # { [i, j] : 0 <= i < n and i <= j < min(n, m) }  <=  n * n
// nullopt where a dimension has no bound, or there are many parts.
std::optional<PwQPolynomial> boxCardinality(const Set &set, const Names &dims);

} // namespace poly
} // namespace loopyc

#endif
