// Relations as isl's texts say them, { [i, j] -> [t, s] : t = i + j and ... }:
// a flat set over the names on both sides.
#ifndef LOOPYC_POLY_RELATION_H
#define LOOPYC_POLY_RELATION_H

#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace poly {

struct Relation {
  Names from, to;
  Set pairs;
};

// Throws UserError: for a text that is none, and for a side without a name,
// as [i + 1] is.
Relation parseRelation(const std::string &text);

} // namespace poly
} // namespace loopyc

#endif
