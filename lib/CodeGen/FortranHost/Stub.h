// The stub of Fortran sources.
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_STUB_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_STUB_H

#include "loopyc/CodeGen/CodeGen.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

std::string fortranStub(const std::vector<ScheduledKernel> &kernels,
                        const Targets &targets, const CodeGenOptions &options);

} // namespace codegen
} // namespace loopyc

#endif
