// Subscripts by way of an index array of which something is asserted
// (assert_map): ix[i] - 1 and ix[j] - 1 are equal only where i = j.
#ifndef LOOPYC_LIB_ANALYSIS_INDEXMAPS_H
#define LOOPYC_LIB_ANALYSIS_INDEXMAPS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loopyc {

// ix[...] + offset
struct MapReference {
  const ArrayRef *reference = nullptr;
  int64_t offset = 0;
  const MapFacts *facts = nullptr;
};
std::optional<MapReference> mapReference(const Kernel &kernel, const Expr &e);

// { value : it is within the bounds that are asserted }, as far as these are
// affine.
poly::Set withinBounds(const MapReference &map, const poly::PwAff &value);

} // namespace loopyc

#endif
