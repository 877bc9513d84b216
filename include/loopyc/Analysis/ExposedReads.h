// Which values of a variable a kernel takes from what was before it.
#ifndef LOOPYC_ANALYSIS_EXPOSEDREADS_H
#define LOOPYC_ANALYSIS_EXPOSEDREADS_H

#include "loopyc/IR/Kernel.h"

#include <string>

namespace loopyc {

// May the kernel read an element of the variable that it has not written
// before? False only where each read is shown to follow a write of its element,
// or nothing is written.
bool hasExposedReads(const Kernel &kernel, const std::string &variable);

} // namespace loopyc

#endif
