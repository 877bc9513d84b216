// The kernels' part of P.cu.
#ifndef LOOPYC_LIB_CODEGEN_CUDA_KERNELS_H
#define LOOPYC_LIB_CODEGEN_CUDA_KERNELS_H

#include "CUDA/CUDATarget.h"

#include <string>

namespace loopyc {
namespace codegen {

// What stands above the functions of all kernels: axes, types, helpers.
std::string cudaPrologue(const Helpers &helpers, bool hasParts);

// Where groups wait for others (Routine::LookBack): their numbers.
void numberGroups(KernelData &data, TextBuilder &out);

// How P.cu is compiled: "Compile with -fmad=false: ..."
std::string cudaRoundingRemark(const ScheduledKernels &kernels);

// Work-items of a group, at the launch or before it is fitted: "64, 2, 1"
std::string launchedSize(KernelData &data);

// A kernel's argument, given the launcher's: short vectors have the layout of
// their components.
std::string cudaArgument(const KernelData &data, const Storage &storage,
                         const std::string &name);

// The type of the elements of an array that the launcher allocates.
std::string cudaElementType(const KernelData &data, const Storage &storage);

} // namespace codegen
} // namespace loopyc

#endif
