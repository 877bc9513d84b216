// Private values of iterations that run side by side.
#ifndef LOOPYC_LIB_LOWER_INNERTEMPORARIES_H
#define LOOPYC_LIB_LOWER_INNERTEMPORARIES_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// t -> t[i] for every ilp or vec iname i that encloses all uses of the private
// temporary t that has no axis of its iterations.
Kernel expandInnerTemporaries(const Kernel &kernel);

} // namespace loopyc

#endif
