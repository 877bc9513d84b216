// Of a rule's uses, those to precompute.
#include "PrecomputeRule.h"

#include "RuleUses.h"
#include "loopyc/IR/Precision.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

static void requireRule(const Kernel &kernel, const std::string &rule) {
  if (kernel.findRule(rule))
    return;
  std::vector<std::string> known;
  for (const SubstitutionRule &other : kernel.rules)
    known.push_back(other.name);
  throw UserError(std::string(precomputeName) + ": kernel '" + kernel.name +
                  "' has no substitution rule '" + rule + "'" +
                  suggestion(rule, known));
}

// A type that the script gives may round what the Fortran does not.
static void remarkRounding(const Kernel &kernel, const std::string &rule,
                           const PrecomputeOptions &options, Remarks *remarks) {
  Type value = kernel.findRule(rule)->value.type();
  if (!options.type || !losesPrecision(value, *options.type))
    return;
  std::string what = "the values of '" + rule + "', " + value.fortran() +
                     ", are rounded to " + options.type->fortran();
  if (remarks)
    remarks->push_back(what);
  warn("transform",
       std::string(precomputeName) + ": " + what + "; results change, and " +
           "--check wants a tolerance (--rtol)",
       kernel.range);
}

Kernel loopyc::precompute(const Kernel &kernel, const std::string &rule,
                          const PrecomputeOptions &options, Remarks *remarks) {
  requireRule(kernel, rule);
  remarkRounding(kernel, rule, options, remarks);
  if (!options.uses)
    return precomputeWholeRule(kernel, rule, rule, options);
  // The chosen uses become those of a copy, which all disappear: its name takes
  // no other's place.
  Kernel marked = kernel;
  SubstitutionRule copy = *kernel.findRule(rule);
  copy.name = rule + " chosen";
  marked.rules.push_back(copy);
  RuleBook book(marked);
  RuleUseFilter filter =
      [&](const Kernel &k, const Instruction &insn,
          const std::vector<const SubstitutionRule *> &path) {
        return path.back()->name == rule && options.uses(k, insn, path);
      };
  RuleUses mark(kernel, book, filter,
                [&](const SubstitutionRule &, const RuleCall &call, Type type) {
                  return Expr::rule(copy.name, call.args, type);
                });
  for (InstructionPtr &insn : marked.instructions)
    insn = mark(insn);
  return precomputeWholeRule(marked, copy.name, rule, options);
}
