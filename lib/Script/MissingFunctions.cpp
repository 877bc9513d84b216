#include "LoopyModule.h"

#include "Arguments.h"
#include "LoopyNames.h"
#include "PythonErrors.h"

#include "loopyc/Support/Diagnostic.h"

#include <deque>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

static PyObject *refuse(PyObject *name, PyObject *, PyObject *) {
  try {
    const std::string called = textOf(py::handle(name));
    for (const LoopyName &known : loopyNames())
      if (called == known.name)
        throw UserError(absenceText(known));
    throw InternalError("lp." + called + " is absent without a reason");
  } catch (...) {
    setPythonError();
    return nullptr;
  }
}

void script::addMissingFunctions(py::module_ &module) {
  // Python keeps pointers to these.
  static std::deque<PyMethodDef> methods;
  for (const LoopyName &known : loopyNames()) {
    if (known.status != LoopyName::Absent)
      continue;
    const char *name = known.name;
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
