#include "JoinTiles.h"
#include "NamedFloors.h"
#include "Summation.h"

#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Poly/PwQPolynomial.h"

#include <set>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

// Linear forms and polynomials in parameters and floors, as isl's objects.
class Conversion {
public:
  explicit Conversion(const std::vector<Summation::Floor> &floors) {
    std::set<std::string> inner; // they stand within others
    for (const Summation::Floor &floor : floors)
      for (const auto &[name, factor] : floor.numerator.terms)
        inner.insert(name);
    for (const Summation::Floor &floor : floors)
      addFloor(floor, inner.count(floor.name) > 0);
  }

  PwAff value(const LinearForm &form) const { return sum(form, values); }

  Set conditions(const std::vector<LinearForm> &inequalities) const {
    Set result = ties;
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
          term = term * PwQPolynomial::from(ofName(name, values));
      sum = sum + term;
    }
    return sum;
  }

private:
  using Values = std::map<std::string, PwAff>; // of floors

  void addFloor(const Summation::Floor &floor, bool isInner) {
    std::string text = "floor((" + textOf(floor.numerator) + ")/" +
                       std::to_string(floor.divisor) + ")";
    texts[floor.name] = text;
    PwAff plain = sum(floor.numerator, plainValues).floorDiv(floor.divisor);
    plainValues[floor.name] = plain;
    PwAff named = sum(floor.numerator, values).floorDiv(floor.divisor);
    values[floor.name] = isInner ? nameFloor(text, plain) : named;
    if (isInner)
      ties = ties.intersect(values[floor.name].eq(named));
  }

  std::string textOf(const LinearForm &form) const {
    std::string result = std::to_string(form.constant);
    for (const auto &[name, factor] : form.terms) {
      auto floor = texts.find(name);
      result += " + " + std::to_string(factor) + "*" +
                (floor == texts.end() ? name : floor->second);
    }
    return result;
  }

  static PwAff ofName(const std::string &name, const Values &floors) {
    auto floor = floors.find(name);
    return floor == floors.end() ? PwAff::name(name) : floor->second;
  }

  static PwAff sum(const LinearForm &form, const Values &floors) {
    PwAff sum = PwAff::constant(form.constant);
    for (const auto &[name, factor] : form.terms)
      sum = sum + ofName(name, floors).scaled(factor);
    return sum;
  }

  std::map<std::string, std::string> texts; // of floors
  // In `values` inner floors are names, which `ties` ties to their values.
  Values values, plainValues;
  Set ties = Set::universe();
};

} // namespace

// isl compares each piece of a count with each of what is added to it.
static const unsigned long mostOperations = 3000000;

static PwQPolynomial sum(Set set, Names dims) {
  joinTiles(set, dims);
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
