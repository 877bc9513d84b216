// What split_iname did, undone: for counts, which are those of the loop that
// was split.
//
//   { [o, x] : 0 <= x < 4 and 0 <= 4o + x < n }  ->  { [x] : 0 <= x < n }
//
// Where x lies in an interval of at most c integers, 4o + x -> x with c for 4
// maps no two points of a set to one, whatever else the set says of o and x.
// So the image has as many points, and each such map may be used. It is used
// where the image is no more complex: where the set speaks of o and x
// otherwise, floor(x/c) is left in it.
#ifndef LOOPYC_LIB_POLY_JOINTILES_H
#define LOOPYC_LIB_POLY_JOINTILES_H

#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace poly {

// `dims` of the set are to be counted over. Replaces both by such an image and
// its dimensions.
void joinTiles(Set &set, Names &dims);

} // namespace poly
} // namespace loopyc

#endif
