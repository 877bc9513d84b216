// Loops that a script has put on several axes of work-items, on one.
//
//   i = l0 + 16*l1,  l0 on l.0, l1 on l.1   ->   l1 = l // 16, l0 = l mod 16,
//   l on l.0
#ifndef LOOPYC_LIB_LOWER_SCANS_JOINAXES_H
#define LOOPYC_LIB_LOWER_SCANS_JOINAXES_H

#include "loopyc/IR/Kernel.h"

#include <optional>

namespace loopyc {

// Of all loops that were split over axes. Null where there are none, where one
// cannot be joined, or where something else keeps the axes that this leaves:
// groups would become as large as both together.
std::optional<Kernel> withJoinedAxes(const Kernel &kernel);

} // namespace loopyc

#endif
