#include "LoopySubmodules.h"

#include "ExpressionTexts.h"
#include "LateNames.h"
#include "MatchModule.h"
#include "PythonErrors.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

static const char placeOfNames[] =
    "Names of Loo.py's, which are in module loopy.";

// Each name is what `loopy` has of this name.
struct SubmoduleNames {
  const char *module; // below `loopy`
  std::vector<const char *> names;
};

// Where Loo.py has names, too.
static const std::vector<SubmoduleNames> &submoduleNames() {
  static const std::vector<SubmoduleNames> modules = {
      {"auto_test", {"auto_test_vs_ref"}},
      {"codegen",
       {"PreambleInfo", "generate_body", "generate_code", "generate_code_v2"}},
      {"codegen.result", {"CodeGenerationResult", "GeneratedProgram"}},
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
       {"add_and_infer_dtypes", "add_dtypes", "find_most_recent_global_barrier",
        "get_dot_dependency_graph", "get_global_barrier_order",
        "get_subkernel_to_insn_id_map", "get_subkernels",
        "show_dependency_graph"}},
      {"library", {}},
      {"library.reduction", {"register_reduction_parser"}},
      {"preprocess",
       {"infer_arg_descr", "preprocess_kernel", "preprocess_program"}},
      {"schedule",
       {"generate_loop_schedules", "get_one_linearized_kernel",
        "get_one_scheduled_kernel", "linearize"}},
      {"target", {"ASTBuilderBase", "TargetBase"}},
      {"target.c",
       {"CFamilyTarget", "CTarget", "CWithGNULibcTarget", "ExecutableCTarget",
        "ExecutableCWithGNULibcTarget", "generate_header"}},
      {"target.cuda", {"CudaTarget"}},
      {"target.ispc", {"ISPCTarget"}},
      {"target.opencl", {"OpenCLTarget"}},
      {"target.pyopencl", {"PyOpenCLTarget"}},
      {"tools", {"clear_in_mem_caches", "memoize_on_disk", "t_unit_to_python"}},
      {"transform", {}},
      {"transform.add_barrier", {"add_barrier"}},
      {"transform.arithmetic",
       {"collect_common_factors_on_increment", "fold_constants"}},
      {"transform.batch", {"save_and_reload_temporaries", "to_batched"}},
      {"transform.buffer", {"buffer_array"}},
      {"transform.callable",
       {"inline_callable_kernel", "merge", "register_callable",
        "rename_callable"}},
      {"transform.concatenate", {"concatenate_arrays"}},
      {"transform.data",
       {"add_padding", "add_prefetch", "alias_temporaries",
        "allocate_temporaries_for_base_storage", "change_arg_to_image",
        "reduction_arg_to_subst_rule", "remove_unused_arguments",
        "rename_argument", "set_argument_order", "set_array_axis_names",
        "set_temporary_address_space", "set_temporary_scope", "tag_array_axes",
        "tag_data_axes"}},
      {"transform.fusion", {"fuse_kernels"}},
      {"transform.iname",
       {"add_inames_for_unused_hw_axes",
        "add_inames_to_insn",
        "affine_map_inames",
        "chunk_iname",
        "duplicate_inames",
        "find_unused_axis_tag",
        "get_iname_duplication_options",
        "has_schedulable_iname_nesting",
        "join_inames",
        "make_reduction_inames_unique",
        "map_domain",
        "prioritize_loops",
        "remove_inames_from_insn",
        "remove_predicates_from_insn",
        "remove_unused_inames",
        "rename_iname",
        "rename_inames",
        "split_iname",
        "split_reduction_inward",
        "split_reduction_outward",
        "tag_inames",
        "untag_inames"}},
      {"transform.instruction",
       {"add_dependency", "add_nosync", "find_instructions", "map_instructions",
        "remove_instructions", "replace_instruction_ids",
        "set_instruction_priority", "simplify_indices", "tag_instructions"}},
      {"transform.loop_fusion",
       {"get_kennedy_unweighted_fusion_candidates", "rename_inames_in_batch"}},
      {"transform.pack_and_unpack_args", {"pack_and_unpack_args_for_call"}},
      {"transform.padding",
       {"add_padding", "find_padding_multiple", "split_arg_axis",
        "split_array_axis", "split_array_dim"}},
      {"transform.parameter", {"assume", "fix_parameters"}},
      {"transform.precompute", {"precompute"}},
      {"transform.privatize",
       {"privatize_temporaries_with_inames",
        "unprivatize_temporaries_with_inames"}},
      {"transform.realize_reduction", {"realize_reduction"}},
      {"transform.subst",
       {"assignment_to_subst", "expand_subst", "extract_subst",
        "find_one_rule_matching", "find_rules_matching"}},
      {"translation_unit",
       {"TranslationUnit", "for_each_kernel", "make_program"}},
      {"type_inference", {"infer_unknown_types"}},
  };
  return modules;
}

// Modules are attributes of the one that they are in, imported or not. Where
// only some of Loo.py's names are here, the others are refused.
static void addLastResort(py::module_ &module, const std::string &qualified,
                          bool refuses) {
  module.def("__getattr__", [=](const std::string &name) -> py::object {
    const bool isPythons = llvm::StringRef(name).starts_with("__");
    if (py::object found =
            isPythons ? py::object() : lateModule(qualified, name))
      return found;
    if (isPythons || !refuses)
      throw py::attribute_error("module '" + qualified + "' has no '" + name +
                                "'");
    throw UserError(qualified + "." + name +
                    " is not in this loopyc; docs/loopy-names.md lists what "
                    "is, all of which is in module loopy");
  });
}

using Fill = std::function<void(py::module_ &)>;

static void addSubmodule(const std::string &path, const char *doc, Fill fill,
                         bool refuses = false) {
  std::string qualified = "loopy." + path;
  addLateModule(qualified, [=] {
    PyObject *made = PyModule_New(qualified.c_str());
    if (!made)
      throw py::error_already_set();
    auto module = py::reinterpret_steal<py::module_>(made);
    module.attr("__doc__") = doc;
    fill(module);
    addLastResort(module, qualified, refuses);
    return module;
  });
}

static Fill namesOfLoopy(const std::vector<const char *> &names) {
  return [=](py::module_ &module) {
    py::module_ loopy = py::module_::import("loopy");
    for (const char *name : names)
      module.attr(name) = loopy.attr(name);
  };
}

void script::addLoopySubmodules() {
  addSubmodule("match", "Match queries as objects.", &addMatchClasses);
  addSubmodule("version", "Versions of the language of scripts.",
               [](py::module_ &version) {
                 for (const char *name : {"LOOPY_USE_LANGUAGE_VERSION_2018_2",
                                          "MOST_RECENT_LANGUAGE_VERSION"})
                   version.attr(name) = py::make_tuple(2018, 2);
                 version.attr("LOOPY_USE_LANGUAGE_VERSION_2018_1") =
                     py::make_tuple(2018, 1);
               });
  addSubmodule("options", "How loopy shows things.", [](py::module_ &options) {
    options.attr("ALLOW_TERMINAL_COLORS") = false;
    namesOfLoopy({"Options"})(options);
  });
  addSubmodule("diagnostic", "Errors and warnings.",
               [](py::module_ &diagnostic) {
                 namesOfLoopy({"LoopyError", "LoopyWarning"})(diagnostic);
                 addDiagnosticClasses(diagnostic);
               });
  addSubmodule(
      "statistics", "Counts of what kernels do.",
      namesOfLoopy({"CountGranularity", "MemAccess", "Op", "Sync", "ToCountMap",
                    "ToCountPolynomialMap", "gather_access_footprint_bytes",
                    "gather_access_footprints", "get_mem_access_map",
                    "get_op_map", "get_synchronization_map",
                    "stringify_stats_mapping"}));
  addSubmodule(
      "symbolic", placeOfNames,
      [](py::module_ &symbolic) {
        namesOfLoopy({"LinearSubscript", "Reduction", "TaggedVariable",
                      "TypeCast"})(symbolic);
        addSymbolicNames(symbolic);
      },
      true);
  addSubmodule("frontend", "Languages that kernels come from.",
               namesOfLoopy({}));
  addSubmodule("frontend.fortran", "Kernels from Fortran.",
               namesOfLoopy({"parse_fortran", "parse_transformed_fortran"}));
  addSubmodule("frontend.fortran.translator", "From Fortran to kernels.",
               namesOfLoopy({"specialize_fortran_division"}));
  addSubmodule("types", "Scalar types.",
               namesOfLoopy({"to_loopy_type", "NumpyType"}));
  for (const auto &[path, names] : submoduleNames())
    addSubmodule(path, placeOfNames, namesOfLoopy(names), true);
}
