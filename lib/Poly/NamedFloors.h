// Floors that stand in a quasi-polynomial as names of their own.
//
// Where a floor stands within another, isl mixes up which is which:
// isl_qpolynomial puts its integer divisions into an order of its own, but not
// what refers to them. So the inner one is a parameter there, whose value is
// known here. (isl's sets and affine expressions are free of that.)
#ifndef LOOPYC_LIB_POLY_NAMEDFLOORS_H
#define LOOPYC_LIB_POLY_NAMEDFLOORS_H

#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace poly {

// The parameter `text` stands for `value` from now on: equal texts, equal
// values.
PwAff nameFloor(const std::string &text, const PwAff &value);

// What a parameter stands for; null if it is none of these.
const PwAff *floorOfName(const std::string &name);

} // namespace poly
} // namespace loopyc

#endif
