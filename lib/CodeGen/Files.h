// What targets write: a kernel's function, and one function for each file.
#ifndef LOOPYC_LIB_CODEGEN_FILES_H
#define LOOPYC_LIB_CODEGEN_FILES_H

#include "CFamily/Helpers.h"
#include "CFamily/KernelData.h"
#include "loopyc/CodeGen/CodeGen.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

using ScheduledKernels = std::vector<ScheduledKernel>;

DeviceFunction openclFunction(KernelData &data, Helpers &helpers,
                              const CodeGenOptions &options);
DeviceFunction cudaFunction(KernelData &data, Helpers &helpers,
                            const CodeGenOptions &options);
DeviceFunction cFunction(KernelData &data, Helpers &helpers,
                         const CodeGenOptions &options);

std::string openclDeviceFile(const ScheduledKernels &kernels,
                             const CodeGenOptions &options);
// `device` is embedded as a string.
std::string openclHostFile(const ScheduledKernels &kernels,
                           const std::string &device,
                           const CodeGenOptions &options);
// Kernels and launchers in one file, for nvcc; or kernels alone, and launchers
// that embed and load them.
std::string cudaFile(const ScheduledKernels &kernels,
                     const CodeGenOptions &options);
std::string cudaDeviceFile(const ScheduledKernels &kernels,
                           const CodeGenOptions &options);
std::string cudaHostFile(const ScheduledKernels &kernels,
                         const std::string &device,
                         const CodeGenOptions &options);
std::string cFile(const ScheduledKernels &kernels,
                  const CodeGenOptions &options);

} // namespace codegen
} // namespace loopyc

#endif
