// Grids that have more groups along y and z than CUDA launches at once.
#ifndef LOOPYC_LIB_CODEGEN_CUDA_GRIDPARTS_H
#define LOOPYC_LIB_CODEGEN_CUDA_GRIDPARTS_H

#include "CFamily/KernelData.h"
#include "CFamily/TextBuilder.h"

#include <string>

namespace loopyc {
namespace codegen {

// May there be more? Then the launcher launches part after part, and the kernel
// takes the first group of each behind its other parameters.
bool isLaunchedInParts(const KernelData &data);
std::string withFirstGroup(const KernelData &data, const std::string &list,
                           const std::string &first);
// In the kernel: `blockIdx` is the group of the whole grid.
void writeGroupOfGrid(const KernelData &data, TextBuilder &out);

// What kernels, and launchers that nvcc compiles, have of it.
extern const char *const groupOfGridText;
extern const char *const gridPartsText;

} // namespace codegen
} // namespace loopyc

#endif
