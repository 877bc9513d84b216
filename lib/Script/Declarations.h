// What scripts say of variables: lp.GlobalArg("a", np.float32, shape=("n",)).
#ifndef LOOPYC_LIB_SCRIPT_DECLARATIONS_H
#define LOOPYC_LIB_SCRIPT_DECLARATIONS_H

#include "KernelClass.h"

#include <vector>

namespace loopyc {
namespace script {

// Of the class's constructor. Raises TypeError for what none of them takes.
VariableHandle declared(const char *className, VariableKind kind,
                        AddressSpace space, const pybind11::args &args,
                        const pybind11::kwargs &keywords,
                        bool isImage = false);

// What a variable of a kernel would be declared as in another. Throws
// UserError, by this function's name, for a layout that no text says.
language::Declaration declarationOf(const Kernel &kernel,
                                    const Variable &variable,
                                    const char *function);

// kernel_data: declarations, names, and "...", which sets `findsOthers`.
void readData(pybind11::handle data, language::KernelSource &source);

} // namespace script
} // namespace loopyc

#endif
