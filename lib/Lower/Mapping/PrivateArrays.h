// How loops that are spread over work-items walk through the arrays that are
// private to a loop around them.
#ifndef LOOPYC_LIB_LOWER_MAPPING_PRIVATEARRAYS_H
#define LOOPYC_LIB_LOWER_MAPPING_PRIVATEARRAYS_H

#include "Mapping/LoopFacts.h"

#include <vector>

namespace loopyc {

// Bands that begin with the same loops: leaves out of the rest what would take
// values of a private array from one work-item to another, which is a loop
// where all uses of the array do not have it alike. False if nothing is left of
// one, or if work-items would have whole copies of an array that is not small.
bool alignBands(std::vector<Band> &bands, size_t common, LoopFacts &facts);

// With these loops on the work-items of a group: do all uses of arrays that are
// private to the loop, and not small, have one of them, so that a group has
// them together?
bool sharesLargeCopies(const LoopNest &loop, const std::vector<Band> &items,
                       LoopFacts &facts);

} // namespace loopyc

#endif
