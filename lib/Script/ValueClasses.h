// What scripts look into: expressions of instructions, with visitors, and sets
// of iterations, with isl's words. Both are values; what is made of them goes
// back as text, by Instruction.copy and LoopKernel.copy.
#ifndef LOOPYC_LIB_SCRIPT_VALUECLASSES_H
#define LOOPYC_LIB_SCRIPT_VALUECLASSES_H

#include "loopyc/IR/Kernel.h"

#include <pybind11/pybind11.h>

#include <memory>

namespace loopyc {
namespace script {

void addValueClasses(pybind11::module_ &module);

pybind11::object expressionValue(const std::shared_ptr<const Kernel> &kernel,
                                 const Expr &e);
pybind11::object setValue(const poly::Set &set);
// Null if it is none.
const poly::Set *asSet(pybind11::handle object);

} // namespace script
} // namespace loopyc

#endif
