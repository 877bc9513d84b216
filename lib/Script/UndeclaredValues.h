// Fortran names that a source leaves undeclared and the script fixes.
#ifndef LOOPYC_LIB_SCRIPT_UNDECLAREDVALUES_H
#define LOOPYC_LIB_SCRIPT_UNDECLAREDVALUES_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Script/ScriptRunner.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

// The front end's translation; names that no declaration gives a type are
// arguments of the kernels.
TranslationUnit parseWithUndeclared(const ScriptOptions &options,
                                    const std::string &text,
                                    const std::string &fileName,
                                    std::optional<bool> freeForm);

// Kernels that a script leaves: such names have values by now, or it is an
// error. Their source is one that declares them as constants, for --check and
// the stub.
void declareFixedNames(std::vector<Kernel> &kernels);

} // namespace script
} // namespace loopyc

#endif
