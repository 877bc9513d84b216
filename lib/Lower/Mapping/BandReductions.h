// What would be reduced in parallel, were loops of a nest on work-groups.
#ifndef LOOPYC_LIB_LOWER_MAPPING_BANDREDUCTIONS_H
#define LOOPYC_LIB_LOWER_MAPPING_BANDREDUCTIONS_H

#include "Mapping/LoopNests.h"
#include "Reductions/FindReductions.h"

#include <map>
#include <set>
#include <vector>

namespace loopyc {

// Loops of one nest, from outer to inner.
using Band = std::vector<const LoopNest *>;

class BandReductions {
public:
  BandReductions(const Kernel &kernel, const Band &band);
  BandReductions(const BandReductions &) = delete;
  BandReductions &operator=(const BandReductions &) = delete;

  // An extremum's comparison and places included.
  bool isReduced(int instruction);

private:
  const std::set<size_t> &membersOfExtrema();

  const Kernel tagged;
  const ReductionFinder finder;
  const LoopNest &outermost;
  std::map<int, bool> known; // by instruction
  std::optional<std::set<size_t>> members;
};

} // namespace loopyc

#endif
