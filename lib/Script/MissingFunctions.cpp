#include "LoopyModule.h"

#include "Arguments.h"
#include "PythonErrors.h"

#include "loopyc/Support/Diagnostic.h"

#include <deque>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

static const char *const missingNames[] = {
    // kernels from Python
    "CInstruction", "ImageArg",
    "Options"};

static PyObject *refuse(PyObject *name, PyObject *, PyObject *) {
  try {
    throw UserError("lp." + textOf(py::handle(name)) +
                    ": this loopyc does not have it; `dir(lp)` and the script "
                    "reference list what it has");
  } catch (...) {
    setPythonError();
    return nullptr;
  }
}

void script::addMissingFunctions(py::module_ &module) {
  // Python keeps pointers to these.
  static std::deque<PyMethodDef> methods;
  for (const char *name : missingNames) {
    if (py::hasattr(module, name))
      continue;
    methods.push_back(
        {name,
         reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&refuse)),
         METH_VARARGS | METH_KEYWORDS, "Not part of this loopyc."});
    PyObject *made =
        PyCFunction_NewEx(&methods.back(), py::str(name).ptr(), nullptr);
    if (!made)
      throw py::error_already_set();
    module.attr(name) = py::reinterpret_steal<py::object>(made);
  }
}
