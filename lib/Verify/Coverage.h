// Each instance runs once: on one work-item, or on every one that has its own
// copy of what it writes.
#ifndef LOOPYC_LIB_VERIFY_COVERAGE_H
#define LOOPYC_LIB_VERIFY_COVERAGE_H

#include "Uses.h"

namespace loopyc {
namespace verify {

// How a statement stands on an axis.
struct Coordinate {
  enum class Kind { Iname, First, Any } kind = Kind::Any;
  std::string iname;
};

// By axis, in the order of the schedule's. Positions that are neither an
// iname's nor all are the first, which verifyCoverage() proves.
using Coordinates = std::vector<Coordinate>;
Coordinates coordinatesOf(const Leaf &leaf, const Instruction &insn,
                          const ScheduledKernel &scheduled);

// Throws InternalError.
void verifyCoverage(const Tree &tree, const ScheduledKernel &scheduled,
                    const Kernel &kernel, Terms &terms);

// Barriers are reached by all work-items of a group, or none.
void verifyBarriers(const Tree &tree, const Kernel &kernel, const Terms &terms);

} // namespace verify
} // namespace loopyc

#endif
