// C11 with OpenMP, all in P.c: group axes are parallel loops, local axes loops
// inside.
#ifndef LOOPYC_LIB_CODEGEN_C_CTARGET_H
#define LOOPYC_LIB_CODEGEN_C_CTARGET_H

#include "Host/Launcher.h"
#include "loopyc/CodeGen/CheckSide.h"

#include <string>

namespace loopyc {
namespace codegen {

const Target &cTarget();
const CheckSide &cCheckSide();

DeviceFunction cFunction(KernelData &data, Helpers &helpers,
                         const CodeGenOptions &options);
// What compilers of C are told of the kernels' arithmetic.
std::vector<std::string> cOptions(const ScheduledKernels &kernels);

std::string cFile(const ScheduledKernels &kernels, OutputData &known,
                  const CodeGenOptions &options);

} // namespace codegen
} // namespace loopyc

#endif
