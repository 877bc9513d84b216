// Options of a kernel: those of loopyc, and what Loo.py's mean here.
#include "loopyc/IR/FastMath.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Parameters.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <initializer_list>

using namespace loopyc;

namespace {

struct KnownOption {
  const char *name;
  const char *unset;       // the value that it has where none is given
  const char *why = "";    // not empty: no other value has a meaning
};

} // namespace

static const std::vector<KnownOption> &knownOptions() {
  static const char *const noCall =
      "it is about calls from Python, and loopyc makes none";
  static const std::vector<KnownOption> known = {
      {"allow_fp_reordering", "True"}, // "False": as reassociate
      {"allow_terminal_colors", "False"},
      {"annotate_inames", "False", "generated code says no inames"},
      {"build_options", "",
       "loopyc and --check choose the compiler's; fast_math= says what they "
       "may allow"},
      {"check_dep_resolution", "True",
       "a dependence on what does not exist is always an error"},
      {"cl_exec_manage_array_events", "True", noCall},
      {"disable_global_barriers", "False",
       "a barrier that is needed is never left out"},
      {"edit_code", "False", "what is generated is what was proved"},
      {"enforce_array_accesses_within_bounds", "True",
       "that accesses are inside of their arrays is always proved"},
      {"enforce_variable_access_ordered", "True",
       "what nothing orders is always looked for; {no_sync_with=ID@any} and "
       "silenced_warnings= say that it makes no difference"},
      {"fast_math", ""},       // kinds of operations (loopyc/IR/FastMath.h)
      {"fit_groups", "False"}, // of the shape that a launch needs
      {"fp_contract", ""},     // "off": no fused multiply-add
      {"ignore_boostable_into", "False"},
      {"index_dtype", ""},           // "int64": addresses in 64 bits
      {"insert_gbarriers", "False"}, // they are found
      {"min_blocks_per_sm", ""},     // a number, for CUDA's __launch_bounds__
      {"no_numpy", "False", noCall},
      {"reassociate", "True"}, // "False": no parallel reductions of reals
      {"return_dict", "False", noCall},
      {"skip_arg_checks", "False",
       "launchers check what proofs rest on, always"},
      {"trace_assignment_values", "False", "generated code prints nothing"},
      {"trace_assignments", "False", "generated code prints nothing"},
      {"whole_tiles", ""},     // "True", "False": code for them, or none
      {"write_cl", "False"},   // code is always written
      {"write_code", "False"}, // the same
      {"write_wrapper", "False", noCall}};
  return known;
}

static const KnownOption &knownOption(const std::string &name) {
  std::vector<std::string> names;
  for (const KnownOption &option : knownOptions())
    if (option.name == name)
      return option;
    else
      names.push_back(option.name);
  throw UserError("set_options: there is no option '" + name + "'" +
                  suggestion(name, names));
}

std::string loopyc::unsetOption(const std::string &name) {
  return knownOption(name).unset;
}

static void requireBlockCount(const std::string &value) {
  bool isNumber = !value.empty() && value.size() < 4 && value[0] != '0' &&
                  value.find_first_not_of("0123456789") == std::string::npos;
  if (!isNumber)
    throw UserError("set_options: min_blocks_per_sm must be a positive number "
                    "of thread blocks, but it is '" +
                    value + "'; write set_options(knl, min_blocks_per_sm=4)");
}

static void requireOneOf(const std::string &option, const std::string &value,
                         std::initializer_list<const char *> allowed) {
  std::string list;
  for (const char *each : allowed) {
    if (value == each)
      return;
    list += (list.empty() ? "" : " or ") + std::string(each);
  }
  throw UserError("set_options: " + option + " must be " + list +
                  ", but it is '" + value + "'");
}

void loopyc::requireOption(const std::string &name, const std::string &value) {
  const KnownOption &option = knownOption(name);
  if (*option.why && value != option.unset)
    throw UserError("set_options: " + name + " cannot be " +
                    (value.empty() ? "empty" : value) + " in this loopyc: " +
                    option.why);
  if (name == "min_blocks_per_sm")
    requireBlockCount(value);
  const bool isFlag = llvm::StringRef(option.unset) == "True" ||
                      llvm::StringRef(option.unset) == "False";
  if (name == "whole_tiles" || isFlag)
    requireOneOf(name, value, {"True", "False"});
  if (name == "index_dtype")
    requireOneOf(name, value, {"int32", "int64"});
  if (name == "fp_contract")
    requireOneOf(name, value, {"off", "on"});
  if (name == "fast_math")
    readFastMath(value, "set_options");
}

Kernel loopyc::setOptions(const Kernel &kernel,
                          const std::map<std::string, std::string> &values) {
  Kernel result = kernel;
  for (const auto &[option, value] : values) {
    requireOption(option, value);
    if (option == "allow_fp_reordering" && value == "False")
      result.options.values["reassociate"] = value;
    result.options.values[option] =
        option == "fast_math" ? str(readFastMath(value, "set_options")) : value;
  }
  if (forbidsContraction(result) && fastMathOf(result).contraction)
    throw UserError("set_options: fp_contract=\"off\" forbids what fast_math's "
                    "contraction asks for; name the other kinds that you want, "
                    "fast_math=\"rsqrt, division\", or leave fp_contract out");
  return result;
}
