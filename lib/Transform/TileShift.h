// Where the tiles of a split loop begin.
#ifndef LOOPYC_LIB_TRANSFORM_TILESHIFT_H
#define LOOPYC_LIB_TRANSFORM_TILESHIFT_H

#include "InameMap.h"
#include "loopyc/Transform/Inames.h"

namespace loopyc {

// What is added to the iname before it is cut into tiles of `length`, so that
// these are aligned as asked for: an integer that is not negative and less than
// the length, or an affine expression in arguments that are never written.
// Asked of the accesses of the selected instructions.
Expr tileShift(const Kernel &kernel, const std::string &iname, int64_t length,
               const TileAlignment &align, const Selection &selection,
               const char *transformation);

} // namespace loopyc

#endif
