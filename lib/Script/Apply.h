// Applies a transformation to what a script passed: a kernel, or each kernel of
// a translation unit; the result is verified and recorded in its history.
#ifndef LOOPYC_LIB_SCRIPT_APPLY_H
#define LOOPYC_LIB_SCRIPT_APPLY_H

#include "Arguments.h"

#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace script {

// Calls the KernelFunction that `args` are for; the kernel or unit is the
// first argument, and the result is of the same kind.
py::object applyTransformation(Arguments &args);

// As loopyc::recorded (Transform/History.h), with the arguments and the
// script's line; tells the observer of the run.
Kernel recorded(const Kernel &before, Kernel after, const Arguments &args,
                Remarks remarks);

} // namespace script
} // namespace loopyc

#endif
