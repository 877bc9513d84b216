// Reductions: as expressions, and by several work-items together.
#include "Function.h"

#include "InstructionParts.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Common.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/ReductionArgument.h"
#include "loopyc/Transform/Reductions.h"

using namespace loopyc;
using namespace loopyc::script;

static const Parameter inamesParameter = {
    "inames", nullptr, "the inames that get a reduction of their own",
    Names::SomeInames};
static const Parameter withinParameter = {
    "within", "None", "match query: only in these instructions"};

static Function inwardFunction() {
  return {"split_reduction_inward",
          {},
          "sum((i, k), a[i, k]) becomes sum(i, sum(k, a[i, k])) for the iname "
          "k: reductions over all of the inames and others become two, the "
          "inner one over the inames.",
          {kernelParameter, inamesParameter, withinParameter},
          "no reduction is over all of the inames and another one.",
          "seed 004, Reductions",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return splitReductionInward(k, a.names("inames"),
                                        a.filter("within"), &r);
          })};
}

static Function outwardFunction() {
  return {"split_reduction_outward",
          {},
          "sum((i, k), a[i, k]) becomes sum(k, sum(i, a[i, k])) for the iname "
          "k: reductions over all of the inames and others become two, the "
          "outer one over the inames.",
          {kernelParameter, inamesParameter, withinParameter},
          "no reduction is over all of the inames and another one.",
          "seed 004, Reductions",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return splitReductionOutward(k, a.names("inames"),
                                         a.filter("within"), &r);
          })};
}

static Function argumentFunction() {
  return {
      "reduction_arg_to_subst_rule",
      {},
      "Makes a substitution rule of what reductions over just these inames "
      "reduce: sum(k, a[k]*b[k]) becomes sum(k, red_k_arg(k)), so that "
      "precompute can keep the terms.",
      {kernelParameter, inamesParameter,
       {"insn_match", "None", "match query: only in these instructions",
        Names::Instruction},
       {"subst_rule_name", "None", "the rule's name; None: red_INAMES_arg"}},
      "no instruction has such a reduction; the name is taken.",
      "Loo.py's function of this name",
      KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
        return reductionArgToSubstRule(
            k, a.names("inames"), a.filter("insn_match"),
            a.optionalStr("subst_rule_name").value_or(""));
      })};
}

static Function uniqueFunction() {
  return {"make_reduction_inames_unique",
          {},
          "Gives each reduction inames of its own: `a = sum(k, x[k])`, `b = "
          "sum(k, y[k])` becomes `b = sum(k_0, y[k_0])`. The first reduction "
          "keeps its inames, unless an instruction is in a loop over them. So "
          "loops that reductions become can be transformed apart, and need "
          "not open together.",
          {kernelParameter,
           {"inames", "None", "only reductions over these; None: over any",
            Names::SomeInames},
           withinParameter},
          "an iname is unknown.",
          "",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return makeReductionInamesUnique(k, a.names("inames"),
                                             a.filter("within"));
          })};
}

static bool isTrue(const Arguments &args, const char *parameter) {
  return PyObject_IsTrue(args[parameter].ptr()) == 1;
}

// "mv", {"mv"}: instructions by their ids; all else is a match query.
static InstructionFilter byIdOrQuery(const Kernel &kernel,
                                     const Arguments &args) {
  py::handle given = args["insn_id_filter"];
  bool isId = PyUnicode_Check(given.ptr()) &&
              PyUnicode_IsIdentifier(given.ptr()) && textOf(given) != "all";
  if (!isId && !PyAnySet_Check(given.ptr()) && !PyList_Check(given.ptr()) &&
      !PyTuple_Check(given.ptr()))
    return args.filter("insn_id_filter");
  std::set<std::string> ids;
  for (const std::string &id : args.names("insn_id_filter"))
    ids.insert(instructionNamed(kernel, id, "realize_reduction")->id);
  return [ids](const Kernel &, const Instruction &insn) {
    return ids.count(insn.id) > 0;
  };
}

static Kernel realize(const Kernel &kernel, const Arguments &args,
                      Remarks &remarks) {
  ScanOptions options;
  options.within = byIdOrQuery(kernel, args);
  options.force = isTrue(args, "force_scan");
  options.sweep = args.optionalStr("force_outer_iname_for_scan");
  if (options.sweep)
    options.sweep = resolveIname(kernel, *options.sweep, "realize_reduction");
  if (!isTrue(args, "automagic_scans_ok") && !options.force) {
    if (options.sweep)
      throw UserError("realize_reduction: force_outer_iname_for_scan chooses "
                      "scans; give force_scan=True or automagic_scans_ok=True, "
                      "or leave it out");
    return realizeReductionsIn(expandRules(kernel), options.within);
  }
  Kernel result = realizeScans(expandRules(kernel), options, &remarks);
  return options.within ? result : realizeReductions(result);
}

static Function realizeFunction() {
  return {"realize_reduction",
          {},
          "Makes of each reduction in an expression a temporary, which is "
          "initialised, and updated in a loop, before the instruction; "
          "substitution rules are expanded. This happens by itself before a "
          "kernel is scheduled; where loops over reduced inames are to be "
          "transformed further, a script does it earlier. A reduction that has "
          "one term more in each iteration of the innermost loop around it, "
          "`y[i] = sum(j, a[j])` with `0 <= j <= i`, is a scan: "
          "`lp.realize_reduction(knl, force_scan=True)` makes a running value "
          "of it, in linear time, which work-items make together where the "
          "loop is tagged so (docs/scans.md).",
          {kernelParameter,
           {"insn_id_filter", "None",
            "an id, a list or set of ids, or a match query: other "
            "instructions' reductions stay"},
           {"unknown_types_ok", "True",
            "accepted with either value: reductions whose types are open "
            "become loops whose types are"},
           {"automagic_scans_ok", "False",
            "reductions that are scans become running values"},
           {"force_scan", "False",
            "the same, and a reduction that is no scan is an error"},
           {"force_outer_iname_for_scan", "None",
            "an iname: scans run along this loop, and a reduction around which "
            "another is the innermost is none"}},
          "an iname or an id is unknown; with force_scan, a reduction is no "
          "scan: it says why.",
          "seed 004, Reductions",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return realize(k, a, r);
          })};
}

static Kernel setAcross(const Kernel &kernel, const Arguments &args) {
  static const std::map<std::string, AcrossGroups> ways = {
      {"steps", AcrossGroups::Steps},
      {"atomics", AcrossGroups::Atomics},
      {"lookback", AcrossGroups::LookBack}};
  auto across = ways.find(args.str("across"));
  if (across == ways.end())
    throw UserError("set_reduction: across must be 'steps', 'atomics' or "
                    "'lookback', found '" +
                    args.str("across") + "'");
  return setReduction(kernel, args.str("variable"), across->second);
}

static Function setFunction() {
  return {
      "set_reduction",
      {},
      "How a reduction into the variable that several work-groups make "
      "together is finished. \"steps\", the default: each group leaves its "
      "part in memory, and one group combines the parts in a fixed order, "
      "in a launch of its own; the result is the same bits each run. "
      "\"atomics\": each group updates the variable as it finishes, in "
      "whatever order that is. \"lookback\", for running values (scans) on "
      "CUDA: each group begins with what those before it have left by then, "
      "so that data pass once; `lp.set_reduction(knl, \"s\", "
      "across=\"lookback\")`.",
      {kernelParameter,
       {"variable", nullptr, "what is reduced into, or the running value",
        Names::Variable},
       {"across", "\"steps\"", "\"steps\", \"atomics\" or \"lookback\""}},
      "the variable is unknown, or nothing updates it.",
      "",
      KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
        return setAcross(k, a);
      })};
}

FunctionGroup script::reductionFunctions() {
  return {"Reductions",
          "Sums, minima and their like: over inames that an expression binds, "
          "and in loops whose inames are tagged parallel.",
          {setFunction(), realizeFunction(), inwardFunction(),
           outwardFunction(), argumentFunction(), uniqueFunction()}};
}
