// A set as plain numbers: for whoever asks about many points, where a call of
// isl for each would take too long.
#ifndef LOOPYC_POLY_PLAINSET_H
#define LOOPYC_POLY_PLAINSET_H

#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <vector>

namespace loopyc {
namespace poly {

// c0 + sum_k c_k * x_k over the set's names, then the part's quotients.
struct PlainForm {
  std::vector<int64_t> factors;
  int64_t constant = 0;

  // Throw UserError where 64 bits do not suffice.
  int64_t at(const int64_t *values) const { return at(values, factors.size()); }
  // Of the first `count` terms.
  int64_t at(const int64_t *values, size_t count) const;
};

// { names : exists q_k = floor(form_k / divisor_k), in this order :
//           each of `zero` is 0, each of `nonNegative` is >= 0 }
struct PlainPart {
  struct Quotient {
    PlainForm form;
    int64_t divisor = 1;
  };
  std::vector<Quotient> quotients;
  std::vector<PlainForm> zero, nonNegative;
};

// The union of the parts.
struct PlainSet {
  Names names;
  std::vector<PlainPart> parts;

  // `values` of the names, in their order.
  bool contains(const int64_t *values) const;
};

// `names` are at least those that the set constrains.
PlainSet plainSet(const Set &set, const Names &names);
// A superset without quotients: the rational hull of each part.
PlainSet plainHull(const Set &set, const Names &names);

} // namespace poly
} // namespace loopyc

#endif
