// Sums of polynomials over the integer points of polyhedra, one dimension at a
// time. Between the least and the greatest value of a dimension (one piece for
// each pair of bounds that may be the tightest) a polynomial's sum is a
// polynomial in the bounds.
//
// Bounds with coefficients round: 2x <= n gives x <= floor(n/2). A floor of
// parameters becomes a name of its own. A floor of dimensions that are still
// to be summed over is made one of parameters by splitting these dimensions
// into residue classes.
#ifndef LOOPYC_LIB_POLY_SUMMATION_H
#define LOOPYC_LIB_POLY_SUMMATION_H

#include "Polynomial.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace poly {

// sum of `weight` over { dims : domain }
struct SummationPiece {
  std::set<std::string> dims;
  Polyhedron domain;
  Polynomial weight;
};

class Summation {
public:
  struct Floor {
    std::string name;
    LinearForm numerator; // in parameters and earlier floors
    int64_t divisor = 1;
  };

  // Throws UserError for infinite sums, and where too many pieces arise.
  void add(SummationPiece piece);

  // Throws the UserError of a count that is too long to be of use.
  [[noreturn]] static void giveUp();

  // What remains: polynomials in parameters and floors, each where its
  // conditions hold; overlapping pieces add up.
  const std::map<std::vector<LinearForm>, Polynomial> &pieces() const {
    return done;
  }
  const std::vector<Floor> &floors() const { return floorList; }

private:
  struct Choice {
    std::string dim;
    int64_t classes = 0; // that other dimensions must be split into
    int64_t regions = 0; // pairs of bounds
  };

  bool useEquality(SummationPiece &piece);
  bool useSingleValue(SummationPiece &piece);
  bool useFreeDimension(SummationPiece &piece);
  bool reduce(SummationPiece &piece);
  void sumOverDim(const SummationPiece &piece, const std::string &dim);
  bool split(const SummationPiece &piece, const std::string &dim);
  void splitBy(const SummationPiece &piece, const std::string &dim,
               int64_t modulus);
  Choice choose(const SummationPiece &piece) const;
  void finish(const SummationPiece &piece);
  Polynomial withoutFloors(const SummationPiece &piece) const;

  // floor(numerator / divisor); coefficients of dimensions are multiples of
  // the divisor. Ties new names in the domain.
  LinearForm floorOf(const LinearForm &numerator, int64_t divisor,
                     SummationPiece &piece);
  bool isTie(const LinearForm &inequality) const;

  std::map<std::vector<LinearForm>, Polynomial> done;
  std::vector<Floor> floorList;
  std::map<std::pair<LinearForm, int64_t>, std::string> floorNames;
  std::set<LinearForm> ties;
  int work = 0;
};

} // namespace poly
} // namespace loopyc

#endif
