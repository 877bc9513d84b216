// Where nests must not be in one launch: one that is spread and one that stays
// serial, which each work-item would run for itself; or two that want groups of
// different shapes, of which each would have all work-items that both want.
#ifndef LOOPYC_LIB_LOWER_MAPPING_LAUNCHENDS_H
#define LOOPYC_LIB_LOWER_MAPPING_LAUNCHENDS_H

#include "Mapping/LoopFacts.h"
#include "Mapping/MappingPlan.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loopyc {

// Work-items of a group on l.1 and l.2.
using ItemRows = std::array<int64_t, 2>;
// By the iname of the outermost loop of each nest that is spread.
using SpreadNests = std::map<std::string, ItemRows>;

std::vector<LaunchEnd> launchEnds(const LoopNest &root, const LoopFacts &facts,
                                  const SpreadNests &spread);

} // namespace loopyc

#endif
