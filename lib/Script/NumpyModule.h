// The small module `np` of scripts: numpy's scalar types, with or without
// numpy installed.
#ifndef LOOPYC_LIB_SCRIPT_NUMPYMODULE_H
#define LOOPYC_LIB_SCRIPT_NUMPYMODULE_H

#include "loopyc/IR/Expr.h"
#include "loopyc/IR/Type.h"

#include <pybind11/pybind11.h>

#include <optional>

namespace loopyc {
namespace script {

// np.float32, np.dtype("int64"), ...: a type, and a conversion to it.
struct DType {
  Type type;
};

// The module; made on the first call.
pybind11::module_ fallbackNumpy();
// Makes `import numpy` find it where numpy is not installed.
void addNumpyFallback();

pybind11::object toPython(Type type);
// From one of ours, a name ("float32"), numpy's own types and dtypes, or
// Python's int, float, complex, bool (64 bits, complex128).
std::optional<Type> toType(pybind11::handle object);
// An int, float, complex or bool of Python, or a scalar of numpy, as a literal.
std::optional<Expr> toLiteral(pybind11::handle object);

} // namespace script
} // namespace loopyc

#endif
