// What a script puts after what, data apart: add_dependency, add_barrier.
#ifndef LOOPYC_LIB_VERIFY_SCRIPTORDER_H
#define LOOPYC_LIB_VERIFY_SCRIPTORDER_H

#include "Places.h"

namespace loopyc {
namespace verify {

// Of an instruction and one of its dependsOn,
//   { x, y : y and then x, on one work-item, in one iteration of the loops that
//     both are in }
// is empty. Throws InternalError.
void verifyScriptOrder(const Tree &tree, const ScheduledKernel &scheduled,
                       const Kernel &kernel, const Terms &terms);

} // namespace verify
} // namespace loopyc

#endif
