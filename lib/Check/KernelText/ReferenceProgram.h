// A kernel as it was made, in plain C: its instructions in reference order, in
// loops that go through boxes around domains, under conditions that say which
// points are in them. This is the oracle of kernels that no Fortran stands
// behind; it knows nothing of transformations, schedules and generated code.
//
//   for (v_i = lower; v_i <= upper; ++v_i)
//     if (v_i is in the domain)
//       v_y[v_i] = ...;
#ifndef LOOPYC_LIB_CHECK_KERNELTEXT_REFERENCEPROGRAM_H
#define LOOPYC_LIB_CHECK_KERNELTEXT_REFERENCEPROGRAM_H

#include "loopyc/IR/Kernel.h"

#include <string>

namespace loopyc {
namespace check {

// void NAME(void **arguments): in the kernel's order, each a pointer; arrays as
// they are declared, the first axis contiguous.
std::string referenceProgram(const Kernel &kernel, const std::string &name);

} // namespace check
} // namespace loopyc

#endif
