// Kernels of the kernel language, whether their texts stand in a script or in a
// file of their own: makeKernel, and the layouts that declarations ask for,
// which are transformations.
#ifndef LOOPYC_SCRIPT_MADEKERNEL_H
#define LOOPYC_SCRIPT_MADEKERNEL_H

#include "loopyc/KernelLanguage/MakeKernel.h"

namespace loopyc {
namespace script {

// Throws UserError with a place in the texts, or of a declaration.
Kernel madeKernel(const language::KernelSource &source);

} // namespace script
} // namespace loopyc

#endif
