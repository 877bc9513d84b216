// What Loo.py's kernels and instructions say of the names that they mention.
#ifndef LOOPYC_LIB_SCRIPT_KERNELQUERIES_H
#define LOOPYC_LIB_SCRIPT_KERNELQUERIES_H

#include <pybind11/pybind11.h>

namespace loopyc {
namespace script {

// Methods of lp.LoopKernel and lp.Instruction, which are there already.
void addKernelQueries(pybind11::module_ &module);

} // namespace script
} // namespace loopyc

#endif
