// Functions in C that scripts bring along: lp.ScalarCallable and its kin, and
// what of these the kernel language needs (IR/ExternalFunction.h).
#ifndef LOOPYC_LIB_SCRIPT_CALLABLES_H
#define LOOPYC_LIB_SCRIPT_CALLABLES_H

#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/IR/Kernel.h"

#include <pybind11/pybind11.h>

#include <string>

namespace loopyc {
namespace script {

// ScalarCallable, the targets that generate_preambles is asked for.
void addCallableClasses();

// Of a ScalarCallable, or a list of these, one for each choice of types; null
// if it is something else. Throws UserError, or raises TypeError, for one that
// kernels cannot call.
ExternalFunctionPtr externalFunction(const std::string &name,
                                     pybind11::handle callable);
// The function with what generators yield before it.
ExternalFunctionPtr withGenerators(ExternalFunctionPtr function,
                                   pybind11::object generators);
// The kernel where all functions are so.
Kernel withGenerators(const Kernel &kernel, pybind11::object generators);

} // namespace script
} // namespace loopyc

#endif
