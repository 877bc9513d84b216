// Arguments: what is known of them, their values, types, names and order.
#include "Function.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/KernelLanguage/Errors.h"
#include "loopyc/KernelLanguage/Types.h"

#include "NumpyModule.h"
#include "OptionsClass.h"
#include "Recipe.h"

#include "loopyc/Analysis/SameArrays.h"
#include "loopyc/Script/Text.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Parameters.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::script;

// Among several kernels of a unit, the others may have the name.
static bool isMeant(const Kernel &kernel, const std::string &name,
                    const Arguments &args) {
  if (!args.amongOthers())
    return true;
  auto named = [&](const VariablePtr &var) {
    return llvm::StringRef(var->name).equals_insensitive(name);
  };
  return std::any_of(kernel.arguments.begin(), kernel.arguments.end(), named) ||
         std::any_of(kernel.temporaries.begin(), kernel.temporaries.end(),
                     named);
}

static Kernel assumeFunctionBody(const Kernel &kernel, const Arguments &args,
                                 Remarks &remarks) {
  std::string text = args.str("assumptions");
  return assume(kernel, readCondition(text, kernel), text, &remarks);
}

// An argument that is fixed is none any more, for any instruction.
static void requireWithin(const Kernel &kernel,
                          const std::map<std::string, Expr> &values,
                          const Arguments &args) {
  if (args.isNone("within"))
    return;
  StackMatch within = args.match("within");
  for (const InstructionPtr &insn : kernel.instructions) {
    std::vector<Expr> all = insn->reads();
    for (const Predicate &predicate : insn->predicates)
      all.push_back(predicate);
    for (const auto &[name, value] : values)
      for (const Expr &e : all)
        if (mentions(e, name) && !within.matches(kernel, *insn))
          throw UserError("fix_parameters: 'within' does not select '" +
                              insn->id + "', which mentions '" + name +
                              "', and what is fixed is no argument any more; "
                              "leave 'within' out",
                          insn->range);
  }
}

static Kernel fixAll(const Kernel &kernel, const Arguments &args) {
  std::map<std::string, Expr> values;
  for (auto item : py::reinterpret_borrow<py::dict>(args["values"])) {
    std::string name = textOf(item.first);
    std::optional<Expr> value = toLiteral(item.second);
    if (!value)
      args.wrongType("values",
                     "numbers, integers of at most 64 bits (" + name +
                         " is not)",
                     item.second);
    if (isMeant(kernel, name, args))
      values[name] = *value;
  }
  if (values.empty() && !args.amongOthers())
    throw UserError("fix_parameters: no parameter is given; write "
                    "fix_parameters(kernel, NAME=VALUE)");
  requireWithin(kernel, values, args);
  return fixParameters(kernel, values);
}

// All of it, so that no declaration in Fortran says types.
static bool isOfKernelLanguage(const Kernel &kernel) {
  return !kernel.origins.empty() &&
         std::all_of(kernel.origins.begin(), kernel.origins.end(),
                     [](const Origin &origin) {
                       return source::kernelAsMade(origin) != nullptr;
                     });
}

static Kernel giveTypes(const Kernel &kernel, const Arguments &args) {
  std::map<std::string, Type> types, open;
  for (const auto &[name, type] : typesIn(args, "dtype_dict"))
    if (isMeant(kernel, name, args)) {
      VariablePtr var = kernel.findVariable(name);
      bool isOfLanguage = isOfKernelLanguage(kernel) && var;
      (isOfLanguage || (var && isOpen(var->type)) ? open : types)[name] = type;
    }
  return language::ofKind(language::ErrorKind::Types, [&] {
    return language::withTypes(addDtypes(kernel, types), open);
  });
}

// set_options(kernel, "write_code, index_dtype=int64", trace=True)
static Kernel setAllOptions(const Kernel &kernel, const Arguments &args) {
  OptionValues values;
  for (py::handle item : py::reinterpret_borrow<py::list>(args["names"]))
    if (!addOptions(item, values))
      args.wrongType("names", "names of options, or lp.Options", item);
  addOptionValues(py::reinterpret_borrow<py::dict>(args["values"]), values);
  return setOptions(kernel, values);
}

static Function assumeFunction() {
  return {"assume",
          {},
          "Adds a fact about the parameters: integer arguments that the kernel "
          "only reads. The launcher checks it before it runs the kernel; the "
          "output's header comment shows it. What follows from earlier facts "
          "adds nothing; facts that are too many or too complex to be decided "
          "together are refused.",
          {kernelParameter,
           {"assumptions", nullptr,
            "condition such as \"n >= 1 and n mod 16 = 0\"", Names::Nothing,
            "assumption"}},
          "it mentions what is no integer parameter, or what the kernel "
          "computes; a number does not fit 64 bits; no values of the "
          "parameters' types meet it, alone, with what is known already, or "
          "with arrays whose extents are not negative.",
          "seed 000, level 1; seed 001, 2.1; seed 004, Avoiding Conditionals",
          KernelFunction(assumeFunctionBody)};
}

static Function fixFunction() {
  return {"fix_parameters",
          {},
          "Replaces scalar arguments by values, which are converted to the "
          "types that the Fortran declares (a real is rounded). The stub "
          "checks that the caller's are the same.",
          {kernelParameter,
           {"within", "None",
            "match query: the instructions that mention them, all of them"},
           {"**values", nullptr, "NAME=VALUE for each argument",
            Names::SomeVariables}},
          "`within` leaves out an instruction that mentions one; a name is no "
          "scalar argument; the kernel writes it; the value is "
          "none of its type (2**31 for integer(4), infinity, 1e39 for "
          "real(4)); it contradicts what is assumed.",
          "seed 000, level 1",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return fixAll(k, a);
          })};
}

static Function aliasFunction() {
  return {"assume_no_alias",
          {},
          "Says that a call may pass one array for several of these "
          "arguments, of which the kernel writes one: that nothing reads by "
          "one name what was written by another. The kernel then reads the "
          "values from before the launch, of which the runtime makes a copy "
          "where a call does so. Without it, such a call is an error at run "
          "time, but for arrays of which the dependences show the same. The "
          "assertion stands in the output's header comment. It holds for the "
          "kernel as it is: fuse_kernels drops it.\n\n"
          "    knl = lp.assume_no_alias(knl, \"old, new\")",
          {kernelParameter,
           {"variables", nullptr, "arrays, two or more", Names::SomeVariables}},
          "fewer than two are named; one is unknown, or no array that is an "
          "argument; the kernel writes two of them.",
          "",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return assumeNoAlias(k, a.names("variables"), r);
          })};
}

static Function dtypeFunction() {
  return {
      "add_dtypes",
      {"add_and_infer_dtypes"},
      "Gives types to variables of a kernel of the kernel language that "
      "have none, and to all that follow from these. Fortran declares all; "
      "there, types are compared.",
      {kernelParameter,
       {"dtype_dict", nullptr, "{\"a\": np.float32}", Names::SomeVariables},
       {"expect_completion", "False",
        "True: a type that is still open is an error"}},
      "a variable is unknown, or has another type; types do not fit.",
      "seed 004, Generating code",
      KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
        Kernel typed = giveTypes(k, a);
        if (a.flag("expect_completion"))
          requireTypes(typed);
        return typed;
      })};
}

static Function removeFunction() {
  return {"remove_unused_arguments",
          {},
          "Removes arguments that no instruction, bound or shape mentions. "
          "Assumptions about them go with them: what they say of other "
          "parameters stays.",
          {kernelParameter},
          "",
          "seed 001, 2.4",
          KernelFunction([](const Kernel &k, const Arguments &, Remarks &) {
            return removeUnusedArguments(k);
          })};
}

static Function renameFunction() {
  return {"rename_argument",
          {},
          "Renames an argument.",
          {kernelParameter,
           {"old_name", nullptr, "the argument", Names::Variable},
           {"new_name", nullptr, "its new name"},
           {"existing_ok", "False",
            "True: the new name may be an argument of the same type, shape and "
            "layout, with which it is merged. That callers pass the same "
            "actual argument for both is taken on trust: it is a remark in the "
            "output, and the stub compares them before a launch"}},
          "the argument is unknown; the new name is taken; two arguments of "
          "one subroutine that writes one of them are to be merged.",
          "seed 000, section 3",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return renameArgument(k, a.str("old_name"), a.str("new_name"),
                                  a.flag("existing_ok"), &r);
          })};
}

static Function orderFunction() {
  return {"set_argument_order",
          {},
          "Puts the arguments of the launcher into another order; the stub's "
          "stay.",
          {kernelParameter,
           {"arg_names", nullptr, "all arguments", Names::Variable}},
          "an argument is missing, unknown or named twice.",
          "seed 001, 2.1",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return setArgumentOrder(k, a.names("arg_names"));
          })};
}

static std::vector<std::string> namesAmong(const Kernel &kernel,
                                           const Arguments &args) {
  std::vector<std::string> names;
  for (py::handle item : py::reinterpret_borrow<py::list>(args["names"])) {
    if (!PyUnicode_Check(item.ptr()))
      args.wrongType("names", "names of arguments", item);
    for (const std::string &name : splitNames(bytesOf(item)))
      if (isMeant(kernel, name, args))
        names.push_back(name);
  }
  return names;
}

static Function specializeFunction() {
  return {
      "specialize",
      {},
      "Has a kernel compiled for the values of integer arguments when the "
      "program runs: the device's compiler then knows sizes and strides, and "
      "drops the guards that they decide. This is for kernels that are "
      "loaded, by OpenCL, or by NVRTC (--cuda-kernels=loaded); others, and "
      "images, stay as they are. The launcher compiles a variant for each "
      "tuple of values that it meets, through the runtime's cache on disk, "
      "and the general kernel serves values beyond the given number of "
      "variants. LOOPYRT_LOG=1 says what is compiled. Calls add up.\n\n"
      "    knl = lp.specialize(knl, \"n\", \"m\")",
      {kernelParameter,
       {"*names", nullptr, "arguments: integers by value",
        Names::SomeVariables},
       {"variants", "8", "compiled at most for each device, from 1 to 64"}},
      "an argument is unknown, an array, no integer, or the kernel writes it; "
      "none is named.",
      "seed 000, level 1: sizes that are fixed when code is generated",
      KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
        std::vector<std::string> names = namesAmong(k, a);
        return names.empty() && a.amongOthers()
                   ? k
                   : specialize(k, names, a.integer("variants"));
      })};
}

static Function imageFunction() {
  return {
      "change_arg_to_image",
      {},
      "Makes an array that the kernel only reads an image: the device reads it "
      "through its texture units, whose cache is made for neighbours in two "
      "and three dimensions. OpenCL has an image1d_buffer_t of one axis, which "
      "is the caller's buffer itself, or an image2d_t or image3d_t, into which "
      "each launch copies the array on the device; CUDA reads through the "
      "read-only data path (__ldg), C as before. Callers pass what they passed "
      "before, and values are the same. In make_kernel, lp.ImageArg says "
      "it.\n\n"
      "    knl = lp.change_arg_to_image(knl, \"u\")",
      {kernelParameter,
       {"name", nullptr, "an array among the arguments", Names::Variable}},
      "the argument is unknown, a scalar, or the kernel writes it; it has more "
      "than three axes, axes of other tags than N0, N1 and N2, or an extent "
      "that is not known; its elements are complex or logical.",
      "seed 001, 2.2: arguments as images",
      KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
        return changeArgToImage(k, a.str("name"));
      })};
}

static Function optionsFunction() {
  return {"set_options",
          {},
          "Sets options of the kernel. index_dtype=\"int64\": addresses in 64 "
          "bits. fp_contract=\"off\": no fused multiply-add. "
          "min_blocks_per_sm=N: CUDA's compiler leaves each thread few enough "
          "registers for N thread blocks on a multiprocessor (the second "
          "number of __launch_bounds__; the first is always there); other "
          "targets have nothing of the kind and ignore it. fit_groups=True: "
          "CUDA's launchers choose the shape of work-groups by how long rows "
          "are, where work-items are on l.0 alone, rows on g.1, and those of "
          "a group share nothing; other kernels, and other targets', are "
          "launched as they are. reassociate=False: "
          "no parallel sums and products of real and complex numbers, which "
          "change the order of operations that round. whole_tiles=False: one "
          "code for all work-groups, where there would be another without "
          "guards for those whose tiles are whole (two that are large push "
          "each other out of the instruction cache); True: both, wherever "
          "there are such groups. Of Loo.py's others, those of what is written "
          "(write_code) are accepted, and those that mean nothing here are "
          "errors that say why.\n\n"
          "fast_math=\"rsqrt, division\": arithmetic that is less accurate "
          "than the operations of the source, by kinds: a text or a list of "
          "names, True for all, False for none (the default). It stands in "
          "the output's header comment, and --check accepts what it allows:\n\n"
          "- reciprocal: x/y is x*(1/y) where y is a literal, the same in all "
          "iterations of the loop around, or the divisor of other quotients "
          "beside it;\n"
          "- rsqrt: x/sqrt(y), y**(-0.5), y**1.5, y**(1.0/3) and other powers "
          "of halves and thirds by (reciprocal) square and cube roots, also "
          "where a private scalar holds the root; square roots as the device "
          "approximates them;\n"
          "- division: quotients of single precision as the device "
          "approximates them;\n"
          "- denormals: numbers below the smallest normal one may count as "
          "zero;\n"
          "- contraction: a*b + c is one operation, everywhere.\n\n"
          "    knl = lp.set_options(knl, fast_math=\"rsqrt, denormals\")",
          {kernelParameter,
           {"*names", nullptr,
            "options to turn on, texts NAME=VALUE, or an lp.Options"},
           {"**values", nullptr, "OPTION=VALUE"}},
          "an option, or a kind of fast_math, is unknown; a value means "
          "nothing here; fp_contract=\"off\" meets fast_math's contraction.",
          "seed 004, Running a kernel",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return setAllOptions(k, a);
          })};
}

FunctionGroup script::parameterFunctions() {
  return {"Arguments and facts",
          "What is known about a kernel's scalar arguments, and how its "
          "arguments are called.",
          {assumeFunction(), aliasFunction(), fixFunction(), dtypeFunction(),
           removeFunction(), renameFunction(), orderFunction(),
           specializeFunction(), imageFunction(), optionsFunction()}};
}
