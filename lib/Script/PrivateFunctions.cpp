// Data of which iterations have copies, and what is known of index arrays.
#include "Function.h"

#include "loopyc/Lower/PrivatizeUpdates.h"
#include "loopyc/Script/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/Privatize.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;

static Function privatizeFunction() {
  return {
      "privatize",
      {},
      "Asserts that each iteration of the inames has variables of its own: "
      "what it reads of them, it has written itself, and nothing reads "
      "them after the loops. What dataflow shows needs no such word: a "
      "subroutine's own variables are private wherever every value that an "
      "iteration reads was written by it. What it cannot show (indirect "
      "subscripts, conditions that differ in their words) is taken on "
      "trust, and stands in the output's header comment. Arguments that "
      "serve as scratch are private only if this says so; what they hold "
      "after the kernel is not compared by `--check`.\n\n"
      "    knl = lp.privatize(knl, \"stencil, v\", \"i\")",
      {kernelParameter,
       {"var_names", nullptr, "arguments or temporaries", Names::SomeVariables},
       {"inames", nullptr, "the loops whose iterations have copies",
        Names::SomeInames}},
      "nothing within the inames writes a variable; an instruction uses it "
      "within some of the inames only; it bounds a loop; dataflow shows "
      "that an iteration reads what another wrote, or what was there "
      "before, or that a value is needed after the loops, or each iteration "
      "reads what it writes under one condition on its data alone: both "
      "places are named.",
      "seed 001, conclusions",
      KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
        return privatize(k, a.names("var_names"), a.names("inames"), &r);
      })};
}

static Function temporariesFunction() {
  return {"privatize_temporaries_with_inames",
          {},
          "Gives temporaries an axis for each of the inames, so that each "
          "iteration has elements of its own: `t` becomes `t[i]`. The last "
          "iname varies fastest; one tagged vec becomes the component of a "
          "short vector. A temporary that has an axis of an iname gets no "
          "other. Iterations must have values of their own, as for "
          "`privatize`.\n\n"
          "    knl = lp.privatize_temporaries_with_inames(knl, \"i\", \"t\")",
          {kernelParameter,
           {"privatizing_inames", nullptr, "the loops", Names::SomeInames},
           {"only_var_names", "None",
            "the temporaries; None: all that instructions within the inames "
            "write",
            Names::SomeVariables}},
          "as privatize.",
          "Loo.py's function of this name",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return privatizeTemporariesWithInames(
                k, a.names("privatizing_inames"),
                a.isNone("only_var_names") ? std::vector<std::string>()
                                           : a.names("only_var_names"),
                &r);
          })};
}

static Function sharedFunction() {
  return {"unprivatize_temporaries_with_inames",
          {},
          "Takes axes of temporaries away, of which each iteration uses an "
          "element of its own alone: `t[i]` becomes `t`. That no iteration "
          "then reads what another wrote is proved.\n\n"
          "    knl = lp.unprivatize_temporaries_with_inames(knl, \"i\", "
          "\"t\")",
          {kernelParameter,
           {"privatizing_inames", nullptr, "the loops", Names::Iname},
           {"only_var_names", "None",
            "the temporaries; None: all that have such an axis",
            Names::SomeVariables}},
          "a temporary has no such axis; with one value for all iterations, "
          "another's would be read.",
          "Loo.py's function of this name",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return unprivatizeTemporariesWithInames(
                k, a.names("privatizing_inames"),
                a.isNone("only_var_names") ? std::vector<std::string>()
                                           : a.names("only_var_names"));
          })};
}

static Kernel mapAsserted(const Kernel &kernel, const Arguments &args,
                          Remarks &remarks) {
  MapFacts facts;
  facts.injective = args.flag("injective");
  facts.increasing = args.flag("increasing");
  facts.strictlyIncreasing = args.flag("strictly_increasing");
  if (!args.isNone("lower"))
    facts.lower = readInteger(textOf(args["lower"]), kernel);
  if (!args.isNone("upper"))
    facts.upper = readInteger(textOf(args["upper"]), kernel);
  Kernel result = kernel;
  for (const std::string &map : args.names("map_names"))
    result = assertMap(result, map, facts, &remarks);
  return result;
}

static Function mapFunction() {
  return {"assert_map",
          {},
          "Says what is known of the values of an index array when the kernel "
          "starts. With an injective `ix`, `y(ix(i)) = ...` writes another "
          "element in each iteration of `i`, which may then run on work-items; "
          "with bounds, elements outside of them are left alone. The assertion "
          "stands in the output's header comment, and decides with which "
          "values `--check` and `--verify` fill the array.\n\n"
          "    knl = lp.assert_map(knl, \"ix\", injective=True, lower=1, "
          "upper=\"n\")",
          {kernelParameter,
           {"map_names", nullptr, "integer arrays; each for itself",
            Names::SomeVariables},
           {"injective", "False", "no value stands in it twice"},
           {"increasing", "False", "no value is less than the one before"},
           {"strictly_increasing", "False",
            "each value is more than the one before; so it is injective"},
           {"lower", "None", "no value is less: a number, or an expression"},
           {"upper", "None", "no value is more"}},
          "the kernel writes the array; it is no integer array; nothing is "
          "asserted; a bound is not affine in integers that are passed by "
          "value.",
          "",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return mapAsserted(k, a, r);
          })};
}

static Kernel updates(const Kernel &kernel, const Arguments &args,
                      Remarks &remarks) {
  PrivateUpdates options;
  if (!args.isNone("address_space"))
    options.space = readKnownAddressSpace(
        llvm::StringRef(args.str("address_space")).lower(),
        "privatize_updates");
  std::string across = args.str("across");
  if (across != "steps" && across != "atomics")
    throw UserError("privatize_updates: across must be 'steps' or 'atomics', "
                    "found '" +
                    across + "'");
  options.across =
      across == "steps" ? AcrossGroups::Steps : AcrossGroups::Atomics;
  return privatizeUpdates(kernel, args.str("variable"), args.names("inames"),
                          options, &remarks);
}

static Function updatesFunction() {
  return {"privatize_updates",
          {},
          "Collects the updates `h(ix(i)) = h(ix(i)) + e` in copies of `h`, "
          "one for each value of the inames: set to the operation's neutral "
          "element, updated, and combined with `h` at the end. Work-items that "
          "share a copy update it atomically. Tag inames first: what runs on "
          "work-items sets and combines the copies, too. Sums of reals are "
          "reassociated, which the output's header comment says.\n\n"
          "    knl = lp.split_iname(knl, \"i\", 256, outer_tag=\"g.0\", "
          "inner_tag=\"l.0\")\n"
          "    knl = lp.privatize_updates(knl, \"h\", \"i_outer\")",
          {kernelParameter,
           {"variable", nullptr, "an argument or temporary", Names::Variable},
           {"inames", nullptr, "each of their values has a copy",
            Names::SomeInames},
           {"address_space", "None",
            "of the copies, \"local\" or \"global\"; None: local where all "
            "inames are on work-groups and the size is a constant"},
           {"across", "\"atomics\"",
            "how the copies become one: \"atomics\", each as it is finished; "
            "\"steps\", in a launch of their own, in a fixed order"}},
          "nothing within the inames updates the variable; something else "
          "there reads or writes it, or updates it by another operation; "
          "another iname on work-groups would share copies; its type has no "
          "atomic updates, where they are needed.",
          "seed 004, Atomic operations",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &r) {
            return updates(k, a, r);
          })};
}

FunctionGroup script::privateFunctions() {
  return {"Private data",
          "Data of which iterations have copies of their own, and what is "
          "asserted of index arrays.",
          {privatizeFunction(), temporariesFunction(), sharedFunction(),
           mapFunction(),
           updatesFunction()}};
}
