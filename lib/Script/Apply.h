// Applies a transformation to what a script passed: a kernel, or each kernel of
// a translation unit. Verifies the result and records it in the history.
#ifndef LOOPYC_LIB_SCRIPT_APPLY_H
#define LOOPYC_LIB_SCRIPT_APPLY_H

#include "Arguments.h"

#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace script {

// Calls the KernelFunction that `args` are for; the kernel or unit is the
// first argument, and the result is of the same kind.
py::object applyTransformation(Arguments &args);

// Records `arguments` and the script's line as the last entry of the history
// of `after`, verifies it, and tells the observer of the run.
Kernel recorded(const Kernel &before, Kernel after, const Arguments &args,
                std::vector<std::string> remarks);

} // namespace script
} // namespace loopyc

#endif
