// Where nests that are spread and nests that stay serial must not be in one
// launch: there, each work-item would run what the latter compute for
// themselves.
#ifndef LOOPYC_LIB_LOWER_MAPPING_LAUNCHENDS_H
#define LOOPYC_LIB_LOWER_MAPPING_LAUNCHENDS_H

#include "Mapping/LoopFacts.h"
#include "Mapping/MappingPlan.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {

// `spread`: inames of the outermost loops of nests that are spread.
std::vector<LaunchEnd> launchEnds(const LoopNest &root, const LoopFacts &facts,
                                  const std::set<std::string> &spread);

} // namespace loopyc

#endif
