// What follows every transformation, whoever asked for it: a script, a test, or
// a function that chooses transformations by itself.
#ifndef LOOPYC_TRANSFORM_HISTORY_H
#define LOOPYC_TRANSFORM_HISTORY_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// `after`, which the transformation that `entry` tells of made of `before`,
// with the entry as the last of its history. It is verified: what it breaks in
// the kernel is an InternalError that names it, and arrays that it made or
// changed must have a layout that can be, or it is a UserError.
Kernel recorded(const Kernel &before, Kernel after, HistoryEntry entry);

} // namespace loopyc

#endif
