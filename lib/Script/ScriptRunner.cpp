#include "loopyc/Script/ScriptRunner.h"

#include "Arguments.h"
#include "ImportScope.h"
#include "Interpreter.h"
#include "KernelClass.h"
#include "Literal.h"
#include "ProcessGuard.h"
#include "PythonErrors.h"
#include "ScriptText.h"
#include "Session.h"

#include "loopyc/Support/CloseMatches.h"

#include "llvm/ADT/StringRef.h"

#include <pybind11/pybind11.h>

#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

// A name that the script could not say, or that means another thing there.
static void requireNameForScripts(const Kernel &kernel,
                                  const py::dict &globals) {
  py::str name = pythonText(kernel.name);
  bool isWord = PyObject_IsTrue(
      py::module_::import("keyword").attr("iskeyword")(name).ptr());
  if (isWord || globals.contains(name) || kernel.name == "RESULT")
    throw UserError("kernel '" + kernel.name +
                        "' has a name that means another thing in scripts, "
                        "where kernels have their names; give it another",
                    kernel.range);
}

static void addKernels(const ScriptOptions &options, py::dict &globals) {
  for (const Kernel &kernel : options.kernels)
    requireNameForScripts(kernel, globals);
  for (const Kernel &kernel : options.kernels)
    globals[pythonText(kernel.name)] =
        toPython(std::make_shared<const Kernel>(kernel));
}

static py::dict globalsFor(const ScriptOptions &options) {
  py::dict globals = scriptGlobals(options.source, options.fileName);
  addKernels(options, globals);
  for (const auto &[name, value] : options.variables) {
    py::str key = pythonText(name);
    if (!PyUnicode_IsIdentifier(key.ptr()))
      throw UserError("--set " + name + "=" + value + ": '" + name +
                      "' is no Python name");
    for (const Kernel &kernel : options.kernels)
      if (kernel.name == name)
        throw UserError("--set " + name + "=" + value + ": '" + name +
                        "' is a kernel of '" + options.fileName + "'");
    globals[key] = literalOrString(value);
  }
  return globals;
}

// The script in the source's own blocks has the source's name.
static void runOne(const ScriptText &script, const ScriptOptions &options,
                   py::dict &globals) {
  std::optional<SourceInProgress> progress;
  if (script.fileName == options.fileName)
    progress.emplace(options.source, options.fileName);
  execute(script, globals);
}

// sys.exit() ends the script; with a status or a message it gives up.
static bool isPlainExit(py::error_already_set &error) {
  if (!error.matches(PyExc_SystemExit))
    return false;
  py::object code = error.value().attr("code");
  return code.is_none() || code.equal(py::int_(0));
}

static void runAll(const Session &session, py::dict &globals) {
  for (const ScriptText &script : session.options().scripts) {
    try {
      runOne(script, session.options(), globals);
    } catch (py::error_already_set &error) {
      if (isPlainExit(error))
        return;
      throw uncaught(error, session);
    }
  }
}

static void flushOutput() {
  for (const char *name : {"stdout", "stderr"})
    try {
      py::module_::import("sys").attr(name).attr("flush")();
    } catch (py::error_already_set &) {
      // A closed pipe is no fault of the script.
    }
}

static void runGuarded(const Session &session, py::dict &globals) {
  ProcessGuard guard;
  try {
    runAll(session, globals);
  } catch (...) {
    flushOutput();
    ProcessGuard::endForked(/*failed=*/true);
    throw;
  }
  flushOutput();
  ProcessGuard::endForked(/*failed=*/false);
}

// --- RESULT

// The last line that mentions RESULT, else the script's last line.
static SourceRange resultPlace(const Session &session) {
  const ScriptText &script = session.options().scripts.back();
  int line = 0, last = 0, mentioned = 0;
  llvm::StringRef rest = script.text;
  while (!rest.empty()) {
    auto [text, after] = rest.split('\n');
    ++line;
    if (!text.trim().empty())
      last = line;
    if (text.contains("RESULT"))
      mentioned = line;
    rest = after;
  }
  return session.lineRange(script.fileName, mentioned ? mentioned : last);
}

static std::string remedyWithoutResult(const py::dict &globals) {
  std::vector<std::string> names;
  for (auto item : globals)
    names.push_back(textOf(item.first));
  std::vector<std::string> close = closeMatches("RESULT", names);
  return close.empty() ? "; end it with RESULT = KERNEL, or a list of kernels"
                       : ", but '" + close.front() + "'; did you mean RESULT?";
}

static std::vector<Kernel> resultKernels(const py::dict &globals,
                                         const Session &session) {
  SourceRange place = resultPlace(session);
  if (!globals.contains("RESULT"))
    throw UserError("the script sets no RESULT" + remedyWithoutResult(globals),
                    place);
  py::object result = globals["RESULT"];
  auto kernels = kernelsOf(result);
  if (!kernels)
    throw UserError("RESULT must be a kernel, a translation unit or a list of "
                    "these, found " +
                        shortReprOf(result) + " (" +
                        Py_TYPE(result.ptr())->tp_name + ")",
                    place);
  if (kernels->empty())
    throw UserError("RESULT must hold a kernel, found none", place);
  std::vector<Kernel> values;
  std::set<std::string> names;
  for (const auto &kernel : *kernels) {
    if (!names.insert(llvm::StringRef(kernel->name).lower()).second)
      throw UserError("RESULT must hold kernels of different names, found two "
                      "'" +
                          kernel->name +
                          "'; rename one with knl.copy(name=...)",
                      place);
    values.push_back(*kernel);
  }
  return values;
}

ScriptResult script::runScript(const ScriptOptions &options, Host &host) {
  if (options.scripts.empty())
    throw InternalError("runScript without a script");
  startPython();
  Session session(options, host);
  ScriptResult result;
  try {
    ImportScope imports(options);
    py::dict globals = globalsFor(options);
    runGuarded(session, globals);
    result.kernels = resultKernels(globals, session);
    result.importedFiles = imports.importedFiles();
  } catch (py::error_already_set &error) {
    throw uncaught(error, session);
  }
  return result;
}

std::vector<std::string> script::functionNames() {
  startPython();
  std::vector<std::string> names;
  py::module_ loopy = py::module_::import("loopy");
  for (py::handle name : loopy.attr("__all__"))
    if (!PyType_Check(loopy.attr(name).ptr()))
      names.push_back(textOf(name));
  return names;
}
