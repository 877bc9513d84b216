// The loops of a nest that go to the device are its *band*: the outermost
// parallel loop, and those inside that may be outermost as well,
//
//   for j: t = x(j); for k: for i: ... t ...       band: j, i
//
// where between them stand only other loops, which stay inside, and statements
// that each work-item can run for itself. Where other statements stand beside
// parallel loops, or several of these, each loop has a band of its own, which
// begins with the same loops.
#ifndef LOOPYC_LIB_LOWER_MAPPING_MAPPINGBANDS_H
#define LOOPYC_LIB_LOWER_MAPPING_MAPPINGBANDS_H

#include "Mapping/LoopFacts.h"

#include <optional>
#include <vector>

namespace loopyc {

// Work-groups have axes 0, 1 and 2.
constexpr size_t mostAxes = 3;

// Of a loop that carries nothing.
Band parallelBand(const LoopNest &loop, LoopFacts &facts);
// Where the body of the band's last loop is more than one loop: a band for each
// parallel loop in it, however deep. Without those loops that other nests do
// not have for the values that pass between them in private arrays:
//   for j: for k: for i: w(i, k) = ...             band: j, i
//          for i: for k in order: ... w(i, k) ...  band: j, i
// Nullopt if some loop would be in none, or an array that has no small copies
// not be spread over work-items.
std::optional<std::vector<Band>> parted(const Band &band, LoopFacts &facts);
// Where the band's loops go to work-groups: the loops in its body, one of each
// nest, whose iterations the work-items of a group may share, or sum up over
// together; of nests of short loops several, the one with unit stride first, if
// these are to be shared, too. Nullopt if some loop is in none, or an array
// that has no small copies would not be shared.
enum class ShortNests { InEachItem, Shared };
std::optional<std::vector<Band>>
loopsOfItems(const Band &band, ShortNests nests, LoopFacts &facts);
// Of a loop that carries reductions: those right inside, as long as all of them
// are reduced over.
Band reductionBand(const LoopNest &loop, LoopFacts &facts);

} // namespace loopyc

#endif
