#include "LoopyModule.h"

#include "InstructionTexts.h"

#include "Arguments.h"
#include "CBlocks.h"
#include "Callables.h"
#include "CodeClasses.h"
#include "CountClasses.h"
#include "Function.h"
#include "KernelClass.h"
#include "KernelQueries.h"
#include "ExpressionTexts.h"
#include "LateNames.h"
#include "LoopyNames.h"
#include "LoopySubmodules.h"
#include "NumpyModule.h"
#include "OptionsClass.h"
#include "PythonErrors.h"
#include "ValueClasses.h"

#include "loopyc/Analysis/Counts.h"
#include "loopyc/Script/ScriptRunner.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;

static py::module_ newModule(const char *name, const char *doc) {
  PyObject *made = PyModule_New(name);
  if (!made)
    throw py::error_already_set();
  auto module = py::reinterpret_steal<py::module_>(made);
  module.attr("__doc__") = doc;
  return module;
}

namespace {
// Bear the constants of the same names.
struct AddressSpaceNames {};
struct AutoValue {};
struct CountGranularityNames {};
} // namespace

static void addConstants(py::module_ &module) {
  py::class_<AddressSpaceNames> spaces(module, "AddressSpace",
                                       "Where variables live.");
  spaces.attr("PRIVATE") = "private";
  spaces.attr("LOCAL") = "local";
  spaces.attr("GLOBAL") = "global";
  // The older name.
  module.attr("temp_var_scope") = module.attr("AddressSpace");
  py::class_<CountGranularityNames> granularities(
      module, "CountGranularity", "Who does what is counted once.");
  for (CountGranularity granularity :
       {CountGranularity::WorkItem, CountGranularity::SubGroup,
        CountGranularity::WorkGroup}) {
    std::string name = granularityName(granularity);
    std::string upper = llvm::StringRef(name).upper();
    granularities.attr(upper.c_str()) = name;
  }
  py::class_<AutoValue>(module, "auto", "To be found out by loopyc.")
      .def(py::init<>());
}

// Of Loo.py, for what is here by another name.
static void addOtherNames(py::module_ &module) {
  module.attr("ArrayArg") = module.attr("GlobalArg");
  module.attr("VERSION") = py::make_tuple(2025, 2);
  module.attr("MOST_RECENT_LANGUAGE_VERSION") = py::make_tuple(2018, 2);
}

static void addTypeNames(py::module_ &module) {
  for (const char *name : {"to_loopy_type", "NumpyType"})
    module.attr(name) = fallbackNumpy().attr("dtype");
}

static void addParsers(py::module_ &module) {
  py::module_ match = py::module_::import("loopy.match");
  for (const char *name : {"parse_match", "parse_stack_match"})
    module.attr(name) = match.attr(name);
}

// Public names, for `from loopy import *`.
static py::list publicNames(const py::module_ &module) {
  py::list names;
  for (auto item : py::reinterpret_borrow<py::dict>(
           PyModule_GetDict(module.ptr()))) {
    std::string name = textOf(item.first);
    if (name[0] != '_' && !PyModule_Check(item.second.ptr()))
      names.append(name);
  }
  for (const char *name : lateNames())
    names.append(name);
  return names;
}

// For dir(loopy).
static py::object allNames() {
  py::module_ module = py::module_::import("loopy");
  py::set names(module.attr("__dict__"));
  names.attr("update")(module.attr("__all__"));
  return names;
}

// What Python calls for a name that the module does not have, or not yet. It
// asks for names of its own (__file__, __cached__) by itself, and nobody reads
// the answer.
static py::object unknownName(const std::string &name) {
  if (llvm::StringRef(name).starts_with("__"))
    throw py::attribute_error("module 'loopy' has no '" + name + "'");
  if (py::object made = lateName(name))
    return made;
  if (py::object made = lateModule("loopy", name))
    return made;
  py::module_ module = py::module_::import("loopy");
  std::vector<std::string> known;
  for (py::handle item : module.attr("__all__"))
    known.push_back(textOf(item));
  std::vector<std::string> close = closeMatches(name, known);
  std::string text = "module 'loopy' has no '" + name + "'";
  for (size_t i = 0; i < close.size(); ++i)
    text += (i ? " or '" : "; did you mean '") + close[i] + "'";
  throw py::attribute_error(close.empty() ? text : text + "?");
}

void script::addLoopyModules() {
  py::module_ loopy =
      newModule("loopy", "Transformations of kernels made from Fortran.");
  py::dict modules = py::module_::import("sys").attr("modules");
  // `import loopy.match` asks for a package.
  loopy.attr("__path__") = py::list();
  modules["loopy"] = loopy;
  addErrorClasses(loopy);
  addKernelClasses(loopy);
  addDataClasses(loopy);
  addKernelQueries(loopy);
  addInstructionTexts(loopy);
  addValueClasses(loopy);
  addOptionsClass(loopy);
  addCBlockClass(loopy);
  addCodeClasses(loopy);
  addConstants(loopy);
  addFunctions(loopy);
  addOtherNames(loopy);
  addMissingFunctions(loopy);
  addCallableClasses();
  addCountClasses();
  addExpressionTexts();
  // Functions of loopy, too.
  addLateNames({"parse_match", "parse_stack_match"}, &addParsers);
  addLateNames({"to_loopy_type", "NumpyType"}, &addTypeNames);
  addLoopySubmodules();
  addNumpyFallback();
  loopy.attr("__all__") = publicNames(loopy);
  // For utils/gen-script-reference.
  loopy.def("_script_reference", &scriptReference);
  loopy.def("_loopy_names", &loopyNamesPage);
  loopy.def("__dir__", &allNames);
  loopy.def("__getattr__", &unknownName); // is asked for what is defined later
}
