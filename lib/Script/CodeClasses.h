// The Python classes of what comes after transformations: generated code, and
// kernels whose order is decided.
#ifndef LOOPYC_LIB_SCRIPT_CODECLASSES_H
#define LOOPYC_LIB_SCRIPT_CODECLASSES_H

#include "KernelClass.h"

#include "loopyc/Script/ScriptRunner.h"

namespace loopyc {
namespace script {

// loopy.CodeGenerationResult
struct CodeHandle {
  GeneratedCode code;
};

// loopy.LinearizedKernel: a kernel that prints with its schedule.
struct LinearizedHandle : KernelHandle {
  std::string schedule;
};
// As it is printed; with a schedule, if that is not null.
std::string kernelText(const Kernel &kernel, const std::string *schedule);

void addCodeClasses(pybind11::module_ &module);

} // namespace script
} // namespace loopyc

#endif
