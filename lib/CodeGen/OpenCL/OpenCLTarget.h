// OpenCL: kernels in P.cl, launchers in P_host.c, in which the kernels' text
// lies too.
#ifndef LOOPYC_LIB_CODEGEN_OPENCL_OPENCLTARGET_H
#define LOOPYC_LIB_CODEGEN_OPENCL_OPENCLTARGET_H

#include "Host/Launcher.h"
#include "loopyc/CodeGen/CheckSide.h"

#include <set>
#include <string>

namespace loopyc {
namespace codegen {

const Target &openclTarget();
const CheckSide &openclCheckSide();

DeviceFunction openclFunction(KernelData &data, Helpers &helpers,
                              const CodeGenOptions &options);

struct OpenCLDeviceFile {
  std::string text;
  bool usesDouble = false;
  std::set<std::string> extensions;
};
OpenCLDeviceFile openclDeviceFile(const ScheduledKernels &kernels,
                                  OutputData &known,
                                  const CodeGenOptions &options);
// `device` is embedded as a string.
std::string openclHostFile(const ScheduledKernels &kernels,
                           const OpenCLDeviceFile &device, OutputData &known,
                           const CodeGenOptions &options);

} // namespace codegen
} // namespace loopyc

#endif
