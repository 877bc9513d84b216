// Values kept in temporaries: precomputed, prefetched, buffered.
#include "Function.h"
#include "NumpyModule.h"

#include "loopyc/Script/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/Precompute.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;

static const Parameter tagParameter = {
    "default_tag", "\"l.auto\"",
    "tag of the new inames: \"l.auto\" uses the work-items that there are; "
    "None makes loops"};
static const Parameter boxParameter = {
    "fetch_bounding_box", "False",
    "True: the smallest box around what is touched, instead of exactly that"};
static const Parameter boxWhereFullParameter = {
    "fetch_bounding_box", "None",
    "True: the smallest box around what is read; False: exactly that; None: "
    "the box where the kernel does not write the array, nothing rolls, and at "
    "least three quarters of a tile's box are read (all but the corners, say), "
    "so that simpler conditions suffice"};
static const Parameter lookaheadParameter = {
    "lookahead", "0",
    "1 to 7: so many iterations of a sequential loop ahead of the uses, into "
    "one more slot of the temporary (its last axis) than that; with rolling, "
    "into a window that is longer by what so many iterations compute"};
static const Parameter lookaheadInameParameter = {
    "lookahead_iname", "None",
    "that loop; None: that of rolling, or the only sequential one of the loops "
    "that it stands in"};
static const Parameter rollingParameter = {
    "rolling", "None",
    "a sequential loop: what an iteration has in common with the one before "
    "stays in the temporary, whose axis along which the values move is a "
    "window that rolls, and only the rest is computed; `:` in a pattern stands "
    "for what is read then"};
static const Parameter scopeParameter = {
    "temporary_scope", "None", "the older name of temporary_address_space"};
static const Parameter spaceParameter = {
    "temporary_address_space", "None",
    "\"private\", \"local\", \"global\" or a member of lp.AddressSpace; None: "
    "by which work-items use it"};
static const Parameter localParameter = {
    "temporary_is_local", "None",
    "the oldest name: True is local, False private"};

static bool isAuto(py::handle value) {
  return value.is_none() ||
         textOf(py::type::of(value).attr("__name__")) == "auto";
}

static AddressSpace spaceOf(const Arguments &args) {
  for (const char *parameter :
       {"temporary_address_space", "temporary_scope"})
    if (!isAuto(args[parameter]))
      return readAddressSpace(args.str(parameter), args.function().name);
  if (!isAuto(args["temporary_is_local"]))
    return args.flag("temporary_is_local") ? AddressSpace::Local
                                           : AddressSpace::Private;
  return AddressSpace::Auto;
}

static FootprintShape shapeOf(const Arguments &args) {
  if (args.isNone("fetch_bounding_box"))
    return FootprintShape::WhereFull;
  return args.flag("fetch_bounding_box") ? FootprintShape::Box
                                         : FootprintShape::Exact;
}

static void setCommon(StagingOptions &options, const Arguments &args,
                      const char *outerParameter, const char *idParameter) {
  options.temporaryName = args.optionalStr("temporary_name").value_or("");
  options.computeInsnId = args.optionalStr(idParameter).value_or("");
  options.space = spaceOf(args);
  options.defaultTag = args.inameTag("default_tag");
  options.shape = shapeOf(args);
  if (!args.isNone(outerParameter))
    options.outerInames = args.names(outerParameter);
  options.lookahead = args.integer("lookahead");
  options.lookaheadIname = args.optionalStr("lookahead_iname").value_or("");
  options.rolling = args.optionalStr("rolling").value_or("");
}

// --- precompute

static std::vector<std::string> inamesOrNone(const Arguments &args,
                                             const char *parameter) {
  py::handle value = args[parameter];
  std::vector<std::string> names;
  if (value.is_none())
    return names;
  if (PyUnicode_Check(value.ptr()))
    return args.names(parameter);
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr()))
    args.wrongType(parameter, "names of inames, or a list of these and None");
  for (py::handle item : py::reinterpret_borrow<py::object>(value)) {
    if (!item.is_none() && !PyUnicode_Check(item.ptr()))
      args.wrongType(parameter, "names of inames, or None", item);
    names.push_back(item.is_none() ? std::string() : textOf(item));
  }
  return names;
}

// "a[i], j" split at commas outside of brackets.
static std::vector<std::string> splitArguments(const std::string &text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

namespace {

// "f", or its uses, "f(i)" or ["f(i)", "f(i + 1)"]: their arguments, by use.
struct UsesText {
  std::string rule;
  std::vector<std::vector<Expr>> uses;
};

} // namespace

static UsesText readUses(const Kernel &kernel, const Arguments &args) {
  UsesText result;
  bool isList = PyList_Check(args["subst_use"].ptr()) ||
                PyTuple_Check(args["subst_use"].ptr());
  for (const std::string &text :
       isList ? args.names("subst_use")
              : std::vector<std::string>{args.str("subst_use")}) {
    size_t open = text.find('('), close = text.rfind(')');
    std::string rule = llvm::StringRef(text).substr(0, open).trim().str();
    if (!result.rule.empty() && rule != result.rule)
      throw UserError("precompute: one rule's values are computed at a time, "
                      "and subst_use names '" +
                      result.rule + "' and '" + rule + "'");
    result.rule = rule;
    if (open == std::string::npos || close == std::string::npos ||
        close < open)
      continue;
    std::vector<Expr> values;
    for (const std::string &value :
         splitArguments(text.substr(open + 1, close - open - 1))) {
      Expr argument = readSubscript(value, kernel);
      if (!argument)
        throw UserError("precompute: ':' in '" + text +
                        "' is no argument of a rule");
      values.push_back(fold(argument));
    }
    result.uses.push_back(std::move(values));
  }
  return result;
}

// The values are those of all uses: what is listed must be these.
static void requireListed(const Kernel &kernel, const UsesText &text) {
  if (text.uses.empty())
    return;
  auto check = [&](const Expr &e) {
    walk(e, [&](const Expr &node) {
      const auto *call = node.getIf<RuleCall>();
      if (!call || call->rule != text.rule)
        return true;
      std::vector<Expr> values;
      for (const Expr &value : call->args)
        values.push_back(fold(value));
      if (!llvm::is_contained(text.uses, values))
        throw UserError("precompute: kernel '" + kernel.name + "' has " +
                        node.str() +
                        ", too, which subst_use does not list; list it, or "
                        "name the rule alone");
      return true;
    });
  };
  for (const InstructionPtr &insn : kernel.instructions) {
    for (const Predicate &predicate : insn->predicates)
      check(predicate);
    for (const Expr &read : insn->reads())
      check(read);
  }
  for (const SubstitutionRule &rule : kernel.rules)
    check(rule.value);
}

// "i", or the number of one of the rule's parameters.
static std::string storageAxis(const Kernel &kernel, const std::string &rule,
                               py::handle axis, const Arguments &args) {
  if (PyUnicode_Check(axis.ptr()))
    return bytesOf(axis);
  if (!PyLong_Check(axis.ptr()))
    args.wrongType("storage_axes", "names of axes, or numbers of parameters",
                   axis);
  const SubstitutionRule *found = kernel.findRule(rule);
  int64_t number = args.integer("storage_axes", axis);
  int64_t count = found ? static_cast<int64_t>(found->parameters.size()) : 0;
  if (found && (number < 0 || number >= count))
    throw UserError("precompute: storage axis " + std::to_string(number) +
                    " is no parameter of rule '" + rule + "', which has " +
                    std::to_string(count));
  return found ? found->parameters[number] : "";
}

static Kernel precomputeRule(const Kernel &kernel, const Arguments &args,
                             Remarks &remarks) {
  PrecomputeOptions options;
  setCommon(options, args, "precompute_outer_inames", "compute_insn_id");
  options.sweepInames = args.names("sweep_inames");
  options.uses = args.useFilter("within");
  const UsesText uses = readUses(kernel, args);
  requireListed(kernel, uses);
  py::handle axes = args["storage_axes"];
  if (PyList_Check(axes.ptr()) || PyTuple_Check(axes.ptr()))
    for (py::handle axis : py::reinterpret_borrow<py::object>(axes))
      options.storageAxes.push_back(
          storageAxis(kernel, uses.rule, axis, args));
  else
    options.storageAxes = args.names("storage_axes");
  options.precomputeInames = inamesOrNone(args, "precompute_inames");
  if (!args.isNone("storage_axis_to_tag")) {
    py::handle tags = args["storage_axis_to_tag"];
    if (!PyDict_Check(tags.ptr()))
      args.wrongType("storage_axis_to_tag", "a dictionary from axes to tags");
    for (auto item : py::reinterpret_borrow<py::dict>(tags))
      options.axisToTag[storageAxis(kernel, uses.rule, item.first, args)] =
          InameTag::parse(textOf(item.second));
  }
  if (!isAuto(args["dtype"])) {
    options.type = toType(args["dtype"]);
    if (!options.type)
      args.wrongType("dtype", "a type such as np.float32");
  }
  return precompute(kernel, uses.rule, options, &remarks);
}

static Function precomputeFunction() {
  return {"precompute",
          {},
          "Computes the values of a substitution rule ahead, into a temporary "
          "that its uses then read. Nothing that a value reads may be "
          "overwritten between its computation and a use, which is proved. "
          "Values are computed where some use asks for them; where more are (a "
          "bounding box, uses under a condition on data), the computation gets "
          "the uses' guards unless it is harmless without: elements lie in "
          "their arrays and no integer is divided by zero.",
          {kernelParameter,
           {"subst_use", nullptr,
            "the rule; or all its uses, as \"f(i)\" or [\"f(i)\", "
            "\"f(i + 1)\"]",
            Names::Rule},
           {"sweep_inames", "()",
            "the values for all of these inames are computed at once; each "
            "that the rule mentions is an axis of the temporary"},
           {"within", "None", "match query or path: which uses; None is all"},
           {"storage_axes", "None",
            "order of the temporary's axes: sweep inames and parameters, these "
            "also by number"},
           {"temporary_name", "None", "made from the rule's name"},
           {"precompute_inames", "None",
            "inames of the computation's loops, one for each axis; they may "
            "exist already, with the same range"},
           {"precompute_outer_inames", "None",
            "loops that the computation stands in; None: those that its value "
            "depends on, and those whose iterations overwrite what it reads"},
           {"storage_axis_to_tag", "None",
            "tags of new inames, by storage axis"},
           tagParameter,
           {"dtype", "None",
            "the temporary's type; None: the value's. One with fewer digits "
            "rounds: that is a warning and a remark in the output, and "
            "--check, which is as strict as the Fortran's types, wants --rtol"},
           boxParameter, scopeParameter, spaceParameter,
           {"compute_insn_id", "None", "made from the rule's name"},
           localParameter, lookaheadParameter, lookaheadInameParameter,
           rollingParameter},
          "the rule is unknown or unused; a name or id is taken; an index is "
          "not affine; what it reads is overwritten before a use; it would be "
          "computed where it is not used, and do harm there; dtype is of "
          "another class, or an integer of fewer bytes.",
          "seed 000, levels 5 and 6; seed 001, 2.4.4",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return precomputeRule(k, a, r);
          })};
}

// --- add_prefetch

// ["i", ":"], ("i", ":"), or one of these in a list: [("i", ":")], ["i, :"].
static std::vector<std::string> footprint(const Arguments &args) {
  py::handle given = args["footprint_subscripts"];
  if (!PyList_Check(given.ptr()) || PyList_Size(given.ptr()) == 0)
    return args.names("footprint_subscripts");
  bool isNested = false;
  auto list = py::reinterpret_borrow<py::list>(given);
  for (py::handle item : list)
    isNested = isNested || PyTuple_Check(item.ptr()) ||
               PyList_Check(item.ptr()) ||
               splitArguments(textOf(item)).size() > 1;
  if (!isNested)
    return args.names("footprint_subscripts");
  if (list.size() != 1)
    throw UserError("add_prefetch: footprint_subscripts has " +
                    std::to_string(list.size()) +
                    " footprints; call add_prefetch for each");
  if (PyUnicode_Check(list[0].ptr()))
    return splitArguments(bytesOf(list[0]));
  std::vector<std::string> subscripts;
  for (py::handle item : py::reinterpret_borrow<py::object>(list[0]))
    subscripts.push_back(textOf(item));
  return subscripts;
}

static AccessPattern accessPattern(const Kernel &kernel,
                                   const Arguments &args) {
  AccessPattern pattern = readAccessPattern(args.str("var_name"), kernel);
  std::vector<std::string> given = footprint(args);
  if (!given.empty() && !pattern.subscripts.empty())
    throw UserError("add_prefetch: give the subscripts either in the pattern "
                    "or as footprint_subscripts");
  for (const std::string &subscript : given)
    pattern.subscripts.push_back(readSubscript(subscript, kernel));
  return pattern;
}

static Function prefetchFunction() {
  return {"add_prefetch",
          {},
          "Loads the part of an array that some loops read into a temporary, "
          "ahead of them. In local memory the work-items of a group share it. "
          "No element may be overwritten between load and read, which is "
          "proved, and none is loaded that need not exist, as for precompute. "
          "Reductions become loops first, as realize_reduction makes them.",
          {kernelParameter,
           {"var_name", nullptr,
            "an array, or a pattern a[i, :, j]: reads with these subscripts, "
            "each : a whole axis. An iname that was split, joined or mapped "
            "since stands for what it has become"},
           {"sweep_inames", "()",
            "what they read while they run is loaded at once"},
           {"dim_arg_names", "None",
            "names of the new inames, one for each axis"},
           tagParameter,
           {"rule_name", "None", "NAME_fetch_rule"},
           {"temporary_name", "None", "NAME_fetch"},
           scopeParameter, localParameter,
           {"footprint_subscripts", "None",
            "a subscript or \":\" for each axis, as in a pattern: [\"i\", "
            "\":\"], or [(\"i\", \":\")]"},
           boxWhereFullParameter,
           {"fetch_outer_inames", "None",
            "loops that the load stands in; None: those that it depends on, "
            "and those whose iterations overwrite what it reads"},
           {"prefetch_insn_id", "None", "NAME_fetch_rule"},
           {"within", "None", "match query: which instructions",
            Names::Instruction},
           spaceParameter, lookaheadParameter, lookaheadInameParameter,
           rollingParameter},
          "no read has the form of the pattern; a name or id is taken; an "
          "index is not affine; the array is overwritten before a read; "
          "elements that need not exist would be loaded.",
          "seed 000, levels 3 and 7; seed 004, Prefetching",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            PrefetchOptions options;
            setCommon(options, a, "fetch_outer_inames", "prefetch_insn_id");
            options.sweepInames = a.names("sweep_inames");
            options.dimArgNames = a.names("dim_arg_names");
            options.ruleName = a.optionalStr("rule_name").value_or("");
            options.within = a.filter("within");
            return addPrefetch(k, accessPattern(k, a), options);
          })};
}

// --- copy_rows

static Function rowsFunction() {
  return {"copy_rows",
          {},
          "Copies rows of an array into local memory 16 bytes at a time, "
          "wherever rows begin: all work-items of the group share the pieces "
          "of what add_prefetch loads into the temporary. A row lies there as "
          "far from a multiple of 16 bytes as in the array, so that rows of "
          "sizes that are known when the program runs are copied as fast as "
          "others; rows have room around them, for pieces at their ends bring "
          "neighbours along. In CUDA the copies are asynchronous: with "
          "`lookahead`, also of an array that the kernel writes, if it is "
          "written behind the barrier that waits for them. Targets without "
          "work-items run a loop.\n\n"
          "    knl = lp.add_prefetch(knl, \"u\", [\"i_inner\", \"j_inner\"], "
          "rolling=\"k\", lookahead=2)\n"
          "    knl = lp.copy_rows(knl, \"u_fetch\")",
          {kernelParameter,
           {"temporary", nullptr,
            "what is filled: elements of 4, 8 or 16 bytes, axes of constant "
            "extents",
            Names::Variable}},
          "something else than elements of one array argument is copied to "
          "it, or under a condition; no axis goes along with neighbours in "
          "the array; loops of the copy are tagged otherwise than l.auto. "
          "When code is generated: the rows that are copied at once are no "
          "rectangle.",
          "PTX ISA, cp.async",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return copyRows(k, a.str("temporary"));
          })};
}

// --- buffer_array

static Kernel buffer(const Kernel &kernel, const Arguments &args,
                     Remarks &remarks) {
  std::string array = args.str("var_name");
  Type type = resolveVariable(kernel, array, "buffer_array")->type;
  BufferOptions options;
  options.space = spaceOf(args);
  options.defaultTag = args.inameTag("default_tag");
  options.shape = shapeOf(args);
  options.temporaryName = args.optionalStr("temporary_name").value_or("");
  options.bufferInames = args.names("buffer_inames");
  options.initExpression = readInitExpression(
      args.expression("init_expression"), kernel, type);
  options.storeExpression = readStoreExpression(
      args.expression("store_expression"), kernel, type);
  options.within = args.filter("within");
  return bufferArray(kernel, array, options, &remarks);
}

static Function bufferFunction() {
  return {"buffer_array",
          {},
          "Keeps the elements of an array that some loops touch in a "
          "temporary, loaded before and stored after. That nothing else uses "
          "them meanwhile is proved; elements are loaded and stored only where "
          "some access is, or where they certainly exist. Expressions other "
          "than the defaults must keep the values, whatever they are: \"0\" "
          "with \"base + buffer\" where all accesses add, \"1\" with \"base * "
          "buffer\" where all multiply, and none of their conditions or "
          "subscripts reads the array. That reassociates floating-point "
          "operations, which the output's header comment says. Reductions "
          "become loops first, as realize_reduction makes them.",
          {kernelParameter,
           {"var_name", nullptr, "the array", Names::Variable},
           {"buffer_inames", "()",
            "what is touched while these run is in the buffer; the transfers "
            "stand in the other loops that all accesses have in common"},
           {"init_expression", "None",
            "what the buffer starts with, of `base`, the element; None: base"},
           {"store_expression", "None",
            "what goes back, of `base` and `buffer`; None: buffer"},
           {"within", "None", "match query: which instructions use the buffer",
            Names::Instruction},
           tagParameter,
           scopeParameter,
           localParameter,
           boxParameter,
           spaceParameter,
           {"temporary_name", "None", "NAME_buf"}},
          "an index is not affine; an element is used elsewhere while it is "
          "buffered; the expressions do not keep the values; an element that "
          "need not exist would be loaded or stored.",
          "seed 000, level 7",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return buffer(k, a, r);
          })};
}

// "field", 3, or several of these.
static std::vector<std::string> axesOf(const Arguments &args,
                                       const char *parameter) {
  py::handle value = args[parameter];
  if (PyUnicode_Check(value.ptr()))
    return args.names(parameter);
  std::vector<std::string> axes;
  for (py::handle item : py::reinterpret_borrow<py::object>(value))
    axes.push_back(textOf(item));
  return axes;
}

static Function factorsFunction() {
  return {"collect_common_factors_on_increment",
          {},
          "Takes the factors that all increments of a variable have in common "
          "out of them, and applies them where the sum is read. That the sum "
          "starts at zero, and that a factor has one value from the increments "
          "to the read, is proved. Where nothing may have been added (an empty "
          "loop, a condition), the read asks for it and applies no factor: "
          "zero times infinity is no number, and the factor may not exist "
          "there; assume(kernel, \"n >= 1\"), say, spares the question. This "
          "reassociates floating-point operations, which the output's header "
          "comment says.",
          {kernelParameter,
           {"var_name", nullptr, "the variable", Names::Variable},
           {"vary_by_axes", "()",
            "axes along which each index has its own factors, by name or "
            "number"}},
          "the variable does not start at zero, or is not only added to; a "
          "factor changes before the sum is read; data decide whether anything "
          "was added.",
          "seed 000, level 8",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return collectCommonFactors(k, a.str("var_name"),
                                        axesOf(a, "vary_by_axes"), &r);
          })};
}

FunctionGroup script::stagingFunctions() {
  return {"Staging",
          "Values that are computed or loaded once and kept in a temporary. "
          "That every read still gets the same value is proved from exact "
          "dependences, or the transformation is refused.",
          {precomputeFunction(), prefetchFunction(), rowsFunction(),
           bufferFunction(), factorsFunction()}};
}
