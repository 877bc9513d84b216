// How hard a set is to decide about.
#ifndef LOOPYC_POLY_COMPLEXITY_H
#define LOOPYC_POLY_COMPLEXITY_H

#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace poly {

// The most integer divisions (n mod 16, floor(n/4)) in one of its polyhedra.
// isl's questions of integer points take time exponential in it, most of which
// OperationLimit does not see.
size_t divisionCount(const Set &set);

// A superset without any.
Set withoutDivisions(const Set &set);

// Of how many polyhedra it is the union, as it is written.
size_t polyhedronCount(const Set &set);

// How many cases its value has: polyhedra, of all its pieces.
size_t caseCount(const PwAff &value);

// The affine functions that these cases have, each defined everywhere.
std::vector<PwAff> affineCases(const PwAff &value);

} // namespace poly
} // namespace loopyc

#endif
