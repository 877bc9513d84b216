// Why the iterations of a loop do not have copies of a temporary.
#ifndef LOOPYC_LIB_LOWER_MAPPING_PRIVATEREASON_H
#define LOOPYC_LIB_LOWER_MAPPING_PRIVATEREASON_H

#include "Mapping/LoopFacts.h"

#include <string>

namespace loopyc {

// Of the temporary that the loop carries the dependence of: "'w' would be each
// iteration's own, but 'y_0' reads w[k + 1], which ... before it"; "" if the
// variable is no such temporary. `facts` have copies of any size.
std::string whyNotPrivate(const LoopNest &loop, LoopFacts &facts,
                          const DependenceEdge &edge);

} // namespace loopyc

#endif
