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
#include "LoopyNames.h"
#include "MatchModule.h"
#include "NumpyModule.h"
#include "OptionsClass.h"
#include "PythonErrors.h"
#include "ValueClasses.h"

#include "loopyc/Analysis/Counts.h"
#include "loopyc/Script/ScriptRunner.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <map>

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

static py::module_ addSubmodule(py::module_ &parent, const char *name,
                                const char *doc) {
  std::string qualified = textOf(parent.attr("__name__")) + "." + name;
  py::module_ module = newModule(qualified.c_str(), doc);
  parent.attr(name) = module;
  py::module_::import("sys").attr("modules")[py::str(qualified)] = module;
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
  module.attr("to_loopy_type") = fallbackNumpy().attr("dtype");
  module.attr("NumpyType") = fallbackNumpy().attr("dtype");
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
  return names;
}

// What Python calls for a name that the module does not have. It asks for names
// of its own (__file__, __cached__) by itself, and nobody reads the answer.
static py::object unknownName(const std::string &name) {
  if (llvm::StringRef(name).starts_with("__"))
    throw py::attribute_error("module 'loopy' has no '" + name + "'");
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

// Where Loo.py has names, too: each is what `loopy` has of this name.
struct SubmoduleNames {
  const char *module; // below `loopy`, behind the one that it is in
  std::vector<const char *> names;
};

static const std::vector<SubmoduleNames> &submoduleNames() {
  static const std::vector<SubmoduleNames> modules = {
      {"kernel", {"LoopKernel", "KernelState"}},
      {"kernel.array", {}},
      {"kernel.creation", {"make_function", "make_kernel", "UniqueName"}},
      {"kernel.data",
       {"AddressSpace", "ArrayArg", "ConstantArg", "GlobalArg", "ImageArg",
        "KernelArgument", "SubstitutionRule", "TemporaryVariable", "ValueArg",
        "auto", "temp_var_scope"}},
      {"kernel.function_interface",
       {"CallableKernel", "InKernelCallable", "ScalarCallable"}},
      {"kernel.instruction",
       {"Assignment", "AtomicInit", "AtomicUpdate", "BarrierInstruction",
        "CInstruction", "CallInstruction", "HappensAfter", "InstructionBase",
        "LegacyStringInstructionTag", "MemoryOrdering", "MemoryScope",
        "MultiAssignmentBase", "NoOpInstruction", "OrderedAtomic",
        "UseStreamingStoreTag", "VarAtomicity"}},
      {"kernel.tools",
       {"add_and_infer_dtypes", "add_dtypes",
        "find_most_recent_global_barrier", "get_dot_dependency_graph",
        "get_global_barrier_order", "show_dependency_graph"}},
      {"symbolic",
       {"LinearSubscript", "Reduction", "TaggedVariable", "TypeCast"}},
      {"target", {"ASTBuilderBase", "TargetBase"}},
      {"target.c",
       {"CFamilyTarget", "CTarget", "CWithGNULibcTarget", "ExecutableCTarget",
        "ExecutableCWithGNULibcTarget", "generate_header"}},
      {"target.cuda", {"CudaTarget"}},
      {"target.ispc", {"ISPCTarget"}},
      {"target.opencl", {"OpenCLTarget"}},
      {"target.pyopencl", {"PyOpenCLTarget"}},
      {"transform", {}},
      {"transform.add_barrier", {"add_barrier"}},
      {"transform.batch", {"save_and_reload_temporaries", "to_batched"}},
      {"transform.buffer", {"buffer_array"}},
      {"transform.callable",
       {"inline_callable_kernel", "merge", "register_callable",
        "rename_callable"}},
      {"transform.data",
       {"add_padding", "add_prefetch", "alias_temporaries",
        "allocate_temporaries_for_base_storage", "change_arg_to_image",
        "remove_unused_arguments", "rename_argument", "set_argument_order",
        "set_array_axis_names", "set_temporary_address_space",
        "set_temporary_scope", "tag_array_axes", "tag_data_axes"}},
      {"transform.fusion", {"fuse_kernels"}},
      {"transform.iname",
       {"add_inames_for_unused_hw_axes", "add_inames_to_insn",
        "affine_map_inames", "chunk_iname", "duplicate_inames",
        "find_unused_axis_tag", "get_iname_duplication_options",
        "has_schedulable_iname_nesting", "join_inames",
        "make_reduction_inames_unique", "map_domain", "prioritize_loops",
        "remove_inames_from_insn", "remove_predicates_from_insn",
        "remove_unused_inames", "rename_iname", "rename_inames",
        "split_iname", "split_reduction_inward", "split_reduction_outward",
        "tag_inames", "untag_inames"}},
      {"transform.instruction",
       {"add_dependency", "add_nosync", "find_instructions",
        "map_instructions", "remove_instructions", "replace_instruction_ids",
        "set_instruction_priority", "simplify_indices", "tag_instructions"}},
      {"transform.parameter", {"assume", "fix_parameters"}},
      {"transform.precompute", {"precompute"}},
      {"transform.privatize", {"privatize_temporaries_with_inames"}},
      {"transform.subst",
       {"assignment_to_subst", "expand_subst", "extract_subst",
        "find_one_rule_matching", "find_rules_matching"}},
  };
  return modules;
}

static void refuseNames(py::module_ &module, const std::string &qualified) {
  module.def("__getattr__", [qualified](const std::string &name) -> py::object {
    if (name.rfind("__", 0) == 0) // asked for by Python itself
      throw py::attribute_error(name);
    throw UserError(qualified + "." + name +
                    " is not in this loopyc; docs/loopy-names.md lists what "
                    "is, all of which is in module loopy");
  });
}

static void addOtherPlaces(py::module_ &loopy) {
  std::map<std::string, py::module_> made = {{"", loopy}};
  for (const auto &[path, names] : submoduleNames()) {
    auto [parent, last] = llvm::StringRef(path).rsplit('.');
    if (last.empty())
      std::swap(parent, last);
    py::module_ module =
        addSubmodule(made.at(parent.str()), last.str().c_str(),
                     "Names of Loo.py's, which are in module loopy.");
    for (const char *name : names)
      module.attr(name) = loopy.attr(name);
    refuseNames(module, std::string("loopy.") + path);
    made.emplace(path, module);
  }
}

static void addSubmodules(py::module_ &loopy) {
  py::module_ match = addSubmodule(loopy, "match", "Match queries as objects.");
  addMatchClasses(match);
  py::module_ version =
      addSubmodule(loopy, "version", "Versions of the language of scripts.");
  version.attr("LOOPY_USE_LANGUAGE_VERSION_2018_2") = py::make_tuple(2018, 2);
  version.attr("LOOPY_USE_LANGUAGE_VERSION_2018_1") = py::make_tuple(2018, 1);
  version.attr("MOST_RECENT_LANGUAGE_VERSION") = py::make_tuple(2018, 2);
  py::module_ options =
      addSubmodule(loopy, "options", "How loopy shows things.");
  options.attr("ALLOW_TERMINAL_COLORS") = false;
  options.attr("Options") = loopy.attr("Options");
  py::module_ diagnostic =
      addSubmodule(loopy, "diagnostic", "Errors and warnings.");
  diagnostic.attr("LoopyError") = loopy.attr("LoopyError");
  diagnostic.attr("LoopyWarning") = loopy.attr("LoopyWarning");
  addDiagnosticClasses(diagnostic);
  py::module_ statistics =
      addSubmodule(loopy, "statistics", "Counts of what kernels do.");
  statistics.attr("CountGranularity") = loopy.attr("CountGranularity");
  py::module_ frontend =
      addSubmodule(loopy, "frontend", "Languages that kernels come from.");
  py::module_ fortran =
      addSubmodule(frontend, "fortran", "Kernels from Fortran.");
  fortran.attr("parse_fortran") = loopy.attr("parse_fortran");
  fortran.attr("parse_transformed_fortran") =
      loopy.attr("parse_transformed_fortran");
  py::module_ translator =
      addSubmodule(fortran, "translator", "From Fortran to kernels.");
  translator.attr("specialize_fortran_division") =
      loopy.attr("specialize_fortran_division");
  py::module_ types = addSubmodule(loopy, "types", "Scalar types.");
  types.attr("to_loopy_type") = fallbackNumpy().attr("dtype");
  types.attr("NumpyType") = fallbackNumpy().attr("dtype");
  addOtherPlaces(loopy);
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
  addCallableClasses(loopy);
  addCBlockClass(loopy);
  addCodeClasses(loopy);
  addCountKeyClasses(loopy);
  addCountMapClasses(loopy);
  addConstants(loopy);
  addFunctions(loopy);
  addOtherNames(loopy);
  addMissingFunctions(loopy);
  addSubmodules(loopy);
  fallbackNumpy();
  addNumpyFallback();
  // parse_match and its kin are functions of loopy, too.
  loopy.attr("parse_match") = loopy.attr("match").attr("parse_match");
  loopy.attr("parse_stack_match") =
      loopy.attr("match").attr("parse_stack_match");
  loopy.attr("__all__") = publicNames(loopy);
  // For utils/gen-script-reference.
  loopy.def("_script_reference", &scriptReference);
  loopy.def("_loopy_names", &loopyNamesPage);
  loopy.def("__getattr__", &unknownName); // is asked for what is defined later
}
