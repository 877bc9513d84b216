#include "Function.h"

#include "Apply.h"
#include "PythonErrors.h"

#include "loopyc/Support/Match.h"

#include <deque>

using namespace loopyc;
using namespace loopyc::script;

const std::vector<FunctionGroup> &script::functionGroups() {
  static const std::vector<FunctionGroup> groups = {
      sourceFunctions(), makeFunctions(), callFunctions(),
      defineFunctions(), remakeFunctions(), inameFunctions(),
      parameterFunctions(), dataFunctions(), storageFunctions(),     instructionFunctions(),
      privateFunctions(), reductionFunctions(),   ruleFunctions(),
      expressionFunctions(),
      stagingFunctions(), kernelFunctions(),      codeFunctions(),
      statsFunctions()};
  return groups;
}

static std::string parameterList(const Function &fn) {
  std::string text;
  for (const Parameter &parameter : fn.parameters) {
    text += (text.empty() ? "" : ", ") + std::string(parameter.name);
    if (parameter.defaultValue)
      text += std::string("=") + parameter.defaultValue;
  }
  return "(" + text + ")";
}

std::string script::signature(const Function &fn) {
  return fn.name + parameterList(fn);
}

std::string script::docstring(const Function &fn) {
  std::string text = std::string(fn.summary) + "\n";
  if (!fn.parameters.empty())
    text += "\n";
  for (const Parameter &parameter : fn.parameters)
    text += std::string(parameter.name) + ": " + parameter.meaning + "\n";
  if (*fn.errors)
    text += "\nErrors: " + std::string(fn.errors) + "\n";
  if (*fn.origin)
    text += "\nSource: " + std::string(fn.origin) + "\n";
  return text;
}

static py::object callFunction(const Function &fn, py::handle positional,
                               py::handle keywords) {
  Arguments args(fn, positional, keywords);
  return match(
      fn.call, [&](KernelFunction) { return applyTransformation(args); },
      [&](ObjectFunction call) { return call(args); });
}

// `self` is a capsule of the table's entry.
static PyObject *entryPoint(PyObject *self, PyObject *positional,
                            PyObject *keywords) {
  try {
    auto *fn =
        static_cast<const Function *>(PyCapsule_GetPointer(self, nullptr));
    return callFunction(*fn, positional, keywords).release().ptr();
  } catch (...) {
    setPythonError();
    return nullptr;
  }
}

// Python keeps pointers to these for as long as the process lives.
static std::deque<std::string> &keptStrings() {
  static std::deque<std::string> strings;
  return strings;
}
static std::deque<PyMethodDef> &keptMethods() {
  static std::deque<PyMethodDef> methods;
  return methods;
}

static py::object makeCallable(const Function &fn, const char *name) {
  keptStrings().push_back(name + parameterList(fn) + "\n--\n\n" +
                          docstring(fn));
  keptMethods().push_back(
      {name,
       reinterpret_cast<PyCFunction>(
           reinterpret_cast<void (*)()>(&entryPoint)),
       METH_VARARGS | METH_KEYWORDS, keptStrings().back().c_str()});
  py::capsule self(&fn, static_cast<const char *>(nullptr));
  PyObject *callable = PyCFunction_NewEx(&keptMethods().back(), self.ptr(),
                                         py::str("loopy").ptr());
  if (!callable)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(callable);
}

void script::addFunctions(py::module_ &module) {
  for (const FunctionGroup &group : functionGroups())
    for (const Function &fn : group.functions) {
      module.attr(fn.name) = makeCallable(fn, fn.name);
      for (const char *alias : fn.aliases)
        module.attr(alias) = makeCallable(fn, alias);
    }
}
