// What all transformations share. A transformation is a function from a kernel
// to a kernel: it checks first, throws UserError if it cannot be done, and
// leaves its input as it was. It adds nothing to the history; what it takes on
// trust, or what may change results, it appends to `remarks` if that is given,
// and who called it records that with the call (History.h).
//
// It takes values: texts that a script gives are read in lib/Script. What is
// said by a name or a glob is looked up here.
//
// Names of inames, arrays and arguments may be given in any case where that is
// unique, as in Fortran.
#ifndef LOOPYC_TRANSFORM_COMMON_H
#define LOOPYC_TRANSFORM_COMMON_H

#include "loopyc/IR/Kernel.h"

#include <functional>
#include <string>
#include <vector>

namespace loopyc {

// Which instructions a transformation applies to; empty: all.
using InstructionFilter =
    std::function<bool(const Kernel &, const Instruction &)>;

using Remarks = std::vector<std::string>;

// The kernel's own spelling of a name; UserError with close matches if there
// is none.
std::string resolveIname(const Kernel &kernel, const std::string &name,
                         const char *transformation);
VariablePtr resolveVariable(const Kernel &kernel, const std::string &name,
                            const char *transformation);
VariablePtr resolveArgument(const Kernel &kernel, const std::string &name,
                            const char *transformation);
VariablePtr resolveTemporary(const Kernel &kernel, const std::string &name,
                             const char *transformation);

} // namespace loopyc

#endif
