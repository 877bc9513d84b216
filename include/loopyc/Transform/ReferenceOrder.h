// Places in a kernel's reference order for instructions that a transformation
// adds.
#ifndef LOOPYC_TRANSFORM_REFERENCEORDER_H
#define LOOPYC_TRANSFORM_REFERENCEORDER_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

// The reference time of a new instruction within the loops `inames`, right
// before (after) all of `others` (indices): as deep in their common loops as
// these mention only `inames`. Makes room by moving positions.
ReferenceTime placeBefore(Kernel &kernel, const std::vector<int> &others,
                          const std::vector<std::string> &inames);
ReferenceTime placeAfter(Kernel &kernel, const std::vector<int> &others,
                         const std::vector<std::string> &inames);

//   [0, 16*k_outer + k_inner, 0]  ->  [0, k_outer, 0, k_inner, 0]
// The same order, with tiles of a loop as iterations of a loop around: there,
// placeBefore(others, {k_outer}) finds a place ahead of each tile. Of the loop
// that all of `others` are in, behind those that mention only `inames`; nothing
// changes where these are no tiles of it.
void openTiles(Kernel &kernel, const std::vector<int> &others,
               const std::vector<std::string> &inames);

} // namespace loopyc

#endif
