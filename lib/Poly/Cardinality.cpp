#include "Summation.h"

#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Poly/PwQPolynomial.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

// Linear forms and polynomials in parameters and floors, as isl's objects.
class Conversion {
public:
  explicit Conversion(const std::vector<Summation::Floor> &floors) {
    for (const Summation::Floor &floor : floors)
      values[floor.name] = value(floor.numerator).floorDiv(floor.divisor);
  }

  PwAff value(const LinearForm &form) const {
    PwAff sum = PwAff::constant(form.constant);
    for (const auto &[name, factor] : form.terms)
      sum = sum + ofName(name).scaled(factor);
    return sum;
  }

  Set conditions(const std::vector<LinearForm> &inequalities) const {
    Set result = Set::universe();
    PwAff zero = PwAff::constant(0);
    for (const LinearForm &form : inequalities)
      result = result.intersect(value(form).ge(zero));
    return result;
  }

  PwQPolynomial value(const Polynomial &polynomial) const {
    PwQPolynomial sum;
    for (const auto &[monomial, factor] : polynomial.terms()) {
      PwQPolynomial term = PwQPolynomial::constant(factor.numerator)
                               .dividedBy(factor.denominator);
      for (const auto &[name, exponent] : monomial)
        for (int i = 0; i < exponent; ++i)
          term = term * PwQPolynomial::from(ofName(name));
      sum = sum + term;
    }
    return sum;
  }

private:
  PwAff ofName(const std::string &name) const {
    auto floor = values.find(name);
    return floor == values.end() ? PwAff::name(name) : floor->second;
  }

  std::map<std::string, PwAff> values; // of floors
};

} // namespace

// isl compares each piece of a count with each of what is added to it.
static const unsigned long mostOperations = 3000000;

static PwQPolynomial sum(const Set &set, const Names &dims) {
  // Dimensions that the set does not list are unbounded, unless it is empty.
  Summation summation;
  for (LiftedPolyhedron &part : liftedParts(set, "div#")) {
    SummationPiece piece;
    piece.dims.insert(dims.begin(), dims.end());
    piece.dims.insert(part.divisions.begin(), part.divisions.end());
    piece.domain = std::move(part.polyhedron);
    piece.weight = Polynomial(Rational(1));
    summation.add(std::move(piece));
  }
  Conversion conversion(summation.floors());
  PwQPolynomial result;
  for (const auto &[conditions, polynomial] : summation.pieces())
    result = result + conversion.value(polynomial)
                          .restrictTo(conversion.conditions(conditions));
  return result;
}

PwQPolynomial poly::cardinality(const Set &set, const Names &dims) {
  try {
    OperationLimit limit(mostOperations);
    return sum(set, dims);
  } catch (const TooComplex &) {
    Summation::giveUp();
  }
}
