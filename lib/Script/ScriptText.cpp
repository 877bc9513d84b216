#include "ScriptText.h"

#include "Arguments.h"
#include "NumpyModule.h"
#include "Session.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

py::dict script::scriptGlobals(const std::string &source,
                               const std::string &fileName) {
  py::dict globals;
  globals["__name__"] = "__main__";
  globals["__builtins__"] = py::handle(PyEval_GetBuiltins());
  for (const char *name : {"lp", "loopy"})
    globals[name] = py::module_::import("loopy");
  globals["np"] = fallbackNumpy();
  globals["SOURCE"] = pythonText(source);
  globals["FILENAME"] = pythonText(fileName);
  return globals;
}

// Python's compiler would read up to the character.
static void refuseNullCharacters(const ScriptText &script) {
  size_t at = script.text.find('\0');
  if (at == std::string::npos)
    return;
  llvm::StringRef before = llvm::StringRef(script.text).take_front(at);
  throw UserError(
      "the script holds a null character, which Python source "
      "cannot",
      Session::current().lineRange(script.fileName,
                                   1 + static_cast<int>(before.count('\n'))));
}

void script::execute(const ScriptText &script, py::dict &globals) {
  refuseNullCharacters(script);
  py::str name = pythonText(script.fileName);
  py::object code = py::reinterpret_steal<py::object>(Py_CompileStringObject(
      script.text.c_str(), name.ptr(), Py_file_input, nullptr, -1));
  if (!code)
    throw py::error_already_set();
  globals["__file__"] = name;
  PyObject *result = PyEval_EvalCode(code.ptr(), globals.ptr(), globals.ptr());
  if (!result)
    throw py::error_already_set();
  Py_DECREF(result);
}

// --- sources whose scripts run

static std::vector<std::string> &inProgress() {
  static std::vector<std::string> sources;
  return sources;
}

SourceInProgress::SourceInProgress(const std::string &source,
                                   const std::string &fileName) {
  if (llvm::is_contained(inProgress(), source))
    throw UserError("parse_transformed_fortran: the script of '" + fileName +
                    "' would run itself; call it from a script of another "
                    "file (--transform=FILE.py), and parse_fortran here");
  inProgress().push_back(source);
}

SourceInProgress::~SourceInProgress() { inProgress().pop_back(); }
