// Updates that a directive says to be atomic: !$omp atomic, !$acc atomic.
#ifndef LOOPYC_LIB_FRONTEND_ATOMICDIRECTIVES_H
#define LOOPYC_LIB_FRONTEND_ATOMICDIRECTIVES_H

#include "Program.h"
#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace frontend {

// Those of elements that data decide about, or that iterations share which
// their subscripts tell apart, are atomic in the kernel, too, and its history
// says so. (Of others the dependences show what threads share: these are
// parallel reductions, with the same result in each run.)
Kernel withAtomicDirectives(Kernel kernel, const Program &program);

} // namespace frontend
} // namespace loopyc

#endif
