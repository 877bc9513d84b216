// CUDA: kernels and launchers in P.cu, for nvcc (LinkedFile.cpp); or kernels in
// P.cu and launchers that load them in P_cuda.c (LoadedFiles.cpp).
#ifndef LOOPYC_LIB_CODEGEN_CUDA_CUDATARGET_H
#define LOOPYC_LIB_CODEGEN_CUDA_CUDATARGET_H

#include "Host/Launcher.h"
#include "loopyc/CodeGen/CheckSide.h"

#include <string>

namespace loopyc {
namespace codegen {

const Target &cudaTarget();
const CheckSide &cudaCheckSide();

// --cuda-kernels=loaded: launchers, which are in C, load kernels when the
// program runs; else nvcc compiles both into the program.
bool loadsKernels(const CodeGenOptions &options);

// What nvcc and NVRTC are told of the kernels' arithmetic.
std::vector<std::string> cudaOptions(const ScheduledKernels &kernels);

DeviceFunction cudaFunction(KernelData &data, Helpers &helpers,
                            const CodeGenOptions &options);

std::string cudaFile(const ScheduledKernels &kernels, OutputData &known,
                     const CodeGenOptions &options);
std::string cudaDeviceFile(const ScheduledKernels &kernels, OutputData &known,
                           const CodeGenOptions &options);
// `device` is embedded as a string.
std::string cudaHostFile(const ScheduledKernels &kernels,
                         const std::string &device, OutputData &known,
                         const CodeGenOptions &options);

} // namespace codegen
} // namespace loopyc

#endif
