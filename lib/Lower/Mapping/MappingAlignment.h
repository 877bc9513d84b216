// Tiles of work-items begin where rows are aligned, rather than at the loop's
// first iteration, where this pays (loopyc/Analysis/RowAlignment.h):
//
//   do i = 2, n-1: v(i) = ...     v[i + 1]: i + 1 = 128*group + item
#ifndef LOOPYC_LIB_LOWER_MAPPING_MAPPINGALIGNMENT_H
#define LOOPYC_LIB_LOWER_MAPPING_MAPPINGALIGNMENT_H

#include "Mapping/LoopFacts.h"
#include "Mapping/MappingPlan.h"

#include <vector>

namespace loopyc {

// Of loops that share a work-item's elements, iteration by iteration, all have
// the same shift or none: else they would need a launch each.
void alignTiles(std::vector<NestMapping> &nests, const LoopNest &root,
                const LoopFacts &facts);

} // namespace loopyc

#endif
