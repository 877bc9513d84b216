#include "NameHints.h"

#include "Arguments.h"
#include "KernelClass.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/LetterCase.h"

#include <vector>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

static std::string meant(const std::string &name, py::handle known) {
  std::vector<std::string> names;
  for (py::handle one : known)
    names.push_back(textOf(one));
  std::vector<std::string> close = closeMatches(name, names);
  return close.empty() ? "" : "; did you mean '" + close.front() + "'?";
}

// Names that are seen from the innermost frame.
static py::list namesSeen(py::handle trace) {
  py::list names;
  py::object last = py::reinterpret_borrow<py::object>(trace);
  if (last.is_none())
    return names;
  while (!last.attr("tb_next").is_none())
    last = last.attr("tb_next");
  for (const char *scope : {"f_locals", "f_globals", "f_builtins"})
    for (py::handle name : last.attr("tb_frame").attr(scope))
      names.append(name);
  return names;
}

static bool isFunctionOfLoopy(const std::string &name) {
  py::module_ loopy = py::module_::import("loopy");
  for (py::handle known : loopy.attr("__all__"))
    if (textOf(known) == name)
      return PyCallable_Check(loopy.attr(name.c_str()).ptr());
  return false;
}

static std::string hintOfAttribute(const std::string &name, py::handle object) {
  const UnitHandle *unit = asUnit(object);
  if (unit)
    for (const auto &kernel : unit->kernels)
      if (equalButForCase(kernel->name, name))
        return "; a kernel of a translation unit is taken by its name: "
               "UNIT[\"" +
               kernel->name + "\"]";
  if ((unit || asKernel(object)) && isFunctionOfLoopy(name))
    return "; it is a function of loopy: lp." + name + "(" +
           (unit ? "UNIT" : "KERNEL") + ", ...)";
  return meant(name,
               py::reinterpret_steal<py::object>(PyObject_Dir(object.ptr())));
}

std::string script::nameHint(py::handle exception, py::handle trace) {
  PyObject *type = reinterpret_cast<PyObject *>(Py_TYPE(exception.ptr()));
  const bool isAttribute = PyObject_IsSubclass(type, PyExc_AttributeError);
  if (!isAttribute && !PyObject_IsSubclass(type, PyExc_NameError))
    return "";
  try {
    py::object name = exception.attr("name");
    if (name.is_none())
      return "";
    if (!isAttribute)
      return meant(textOf(name), namesSeen(trace));
    py::object object = exception.attr("obj");
    return asUnit(object) || asKernel(object)
               ? hintOfAttribute(textOf(name), object)
               : "";
  } catch (py::error_already_set &) {
    return ""; // an exception of the script's own making
  }
}
