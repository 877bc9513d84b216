// Substitution rules: made, found, expanded.
#include "Function.h"

#include "KernelClass.h"

#include "loopyc/Script/Text.h"
#include "loopyc/Transform/Rules.h"

using namespace loopyc;
using namespace loopyc::script;

static Function assignmentFunction() {
  return {"assignment_to_subst",
          {},
          "Turns the assignments of a variable into substitution rules "
          "NAME_subst, and its reads into uses of the rule whose assignment "
          "reaches them. A value is computed where it is read, then: that one "
          "assignment reaches each such read whenever it happens, and that "
          "nothing which the assignment reads is overwritten in between (by "
          "the assignment itself, say, where it accumulates), is proved from "
          "exact dependences, or the transformation is refused.",
          {kernelParameter,
           {"lhs_name", nullptr, "the variable", Names::Variable},
           {"extra_arguments", "()",
            "accepted for the seeds' sake: inames that differ between "
            "assignment and use become parameters by themselves"},
           {"within", "None",
            "match query: instructions whose reads are replaced; others still "
            "read the variable",
            Names::Instruction},
           {"force_retain_argument", "False",
            "True: the assignments stay even if nothing reads the variable"}},
          "nothing that is meant reads it; two assignments reach one read, or "
          "none does; what an assignment reads is overwritten before its value "
          "is used, as it is by s = s + c(k).",
          "seed 000, level 4",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            AssignmentToSubstOptions options;
            options.within = a.filter("within");
            options.forceRetain = a.flag("force_retain_argument");
            return assignmentToSubst(k, a.str("lhs_name"), options);
          })};
}

static Function extractFunction() {
  return {"extract_subst",
          {},
          "Makes a substitution rule of every expression that has the form of "
          "a template. Values and their order of evaluation stay: expressions "
          "are compared as they are written, none is reordered.",
          {kernelParameter,
           {"subst_name", nullptr, "the rule's name"},
           {"template", nullptr,
            "an expression, as text, that mentions the parameters"},
           {"parameters", "()",
            "names in the template that stand for any expression"},
           {"within", "None", "match query: in which instructions",
            Names::Instruction}},
          "the name is taken; no expression has the form.",
          "seed 001, 2.4.4",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return extractSubst(
                k, a.str("subst_name"),
                readRuleTemplate(a.str("template"), a.names("parameters"), k),
                a.filter("within"));
          })};
}

static Function expandFunction() {
  return {"expand_subst",
          {},
          "Replaces uses of substitution rules by their values, which changes "
          "no result.",
          {kernelParameter,
           {"within", "None",
            "match query, or a path such as \"tag:prep > id:flux_subst\": "
            "which uses; None is all"}},
          "the query is malformed.",
          "seed 000, level 4",
          KernelFunction([](const Kernel &k, const Arguments &a, Remarks &) {
            return expandSubst(k, a.useFilter("within"));
          })};
}

static py::object findAll(const Arguments &args) {
  auto kernels = kernelsOf(args["program"]);
  if (!kernels)
    args.wrongType("program", "a kernel or a translation unit");
  py::list found;
  for (const auto &kernel : *kernels)
    for (const std::string &rule :
         findRulesMatching(*kernel, args.str("pattern")))
      found.append(rule);
  return found;
}

static py::object findOne(const Arguments &args) {
  auto kernels = kernelsOf(args["program"]);
  if (!kernels || kernels->size() != 1)
    args.wrongType("program", "a kernel");
  return py::str(
      findOneRuleMatching(*kernels->front(), args.str("pattern")));
}

static Function findFunction() {
  return {"find_rules_matching",
          {},
          "Names of the substitution rules that a glob matches, in order; "
          "there may be none.",
          {{"program", nullptr, "a kernel or a translation unit"},
           {"pattern", nullptr, "a name with * and ?"}},
          "",
          "seed 000, level 6",
          ObjectFunction(findAll)};
}

static Function findOneFunction() {
  return {"find_one_rule_matching",
          {},
          "The name of the one substitution rule that a glob matches.",
          {{"program", nullptr, "a kernel"},
           {"pattern", nullptr, "a name with * and ?"}},
          "no rule matches, or more than one.",
          "seed 000, level 6",
          ObjectFunction(findOne)};
}

FunctionGroup script::ruleFunctions() {
  return {"Substitution rules",
          "A rule gives a name to a value: `u_subst := q[n, j, k]`. Its uses "
          "are expanded before scheduling; until then they can be told apart, "
          "computed ahead (precompute) and counted. All transformations act "
          "as if rules were expanded: a rule that changes for some of its "
          "uses is copied, copies that become alike are merged.",
          {assignmentFunction(), extractFunction(), expandFunction(),
           findFunction(), findOneFunction()}};
}
