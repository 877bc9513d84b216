// Barriers for local memory that is no more.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_SPAREBARRIERS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_SPAREBARRIERS_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// Without the barriers that the schedule put between accesses to local memory,
// where none of `arrays`, which are all that is left of it, is touched between
// such a barrier and the one before, the beginning of the kernel, or its end.
std::vector<ScheduleNode>
withoutSpareBarriers(std::vector<ScheduleNode> body,
                     const std::set<std::string> &arrays);

} // namespace codegen
} // namespace loopyc

#endif
