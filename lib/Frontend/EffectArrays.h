// What statements do is done with elements of certain arrays.
#ifndef LOOPYC_LIB_FRONTEND_EFFECTARRAYS_H
#define LOOPYC_LIB_FRONTEND_EFFECTARRAYS_H

#include "Program.h"

#include <set>
#include <string>

namespace loopyc {
namespace frontend {

// The arrays of which every assignment in the statements evaluates an element:
// where one has none, a correct program has no effect there. None if a
// statement does something else, or none does anything.
std::set<std::string> arraysOfEffects(const Block &statements);

} // namespace frontend
} // namespace loopyc

#endif
