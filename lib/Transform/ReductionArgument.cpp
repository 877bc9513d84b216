//   y = sum(k, a[k])   ->   red_k_arg(k) := a[k];  y = sum(k, red_k_arg(k))
#include "loopyc/Transform/ReductionArgument.h"

#include "Names.h"
#include "RuleBook.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <set>

using namespace loopyc;

static const char *const reductionArgumentName = "reduction_arg_to_subst_rule";

static std::string listOf(const std::vector<std::string> &inames,
                          const char *between) {
  std::string list;
  for (const std::string &iname : inames)
    list += (list.empty() ? "" : between) + iname;
  return list;
}

namespace {

class ArgumentRules {
public:
  ArgumentRules(Kernel &kernel, std::vector<std::string> inames,
                std::string ruleName)
      : kernel(kernel), inames(std::move(inames)),
        ruleName(std::move(ruleName)) {}

  Expr operator()(const Expr &e) {
    const auto *reduction = e.getIf<Reduction>();
    if (!reduction ||
        std::set(reduction->inames.begin(), reduction->inames.end()) !=
            std::set(inames.begin(), inames.end()))
      return e;
    std::vector<Expr> arguments;
    for (const std::string &iname : inames)
      arguments.push_back(Expr::var(iname));
    any = true;
    return withOperands(e, {Expr::rule(ruleOf(reduction->value), arguments,
                                       reduction->value.type())});
  }

  bool any = false;

private:
  const std::string &ruleOf(const Expr &value) {
    for (const SubstitutionRule &rule : made)
      if (rule.value == value)
        return rule.name;
    made.push_back({kernel.freshName(ruleName), inames, value, {}});
    kernel.rules.push_back(made.back());
    return made.back().name;
  }

  Kernel &kernel;
  const std::vector<std::string> inames;
  const std::string ruleName;
  std::vector<SubstitutionRule> made;
};

} // namespace

Kernel loopyc::reductionArgToSubstRule(const Kernel &kernel,
                                       const std::vector<std::string> &given,
                                       const InstructionFilter &within,
                                       const std::string &ruleName) {
  std::vector<std::string> inames;
  for (const std::string &iname : given)
    inames.push_back(resolveIname(kernel, iname, reductionArgumentName));
  if (!ruleName.empty()) {
    requireIdentifier(ruleName, reductionArgumentName);
    if (kernel.isNameTaken(ruleName))
      throw UserError(std::string(reductionArgumentName) + ": '" + ruleName +
                      "' is already a name in kernel '" + kernel.name +
                      "'; choose another");
  }
  Kernel result = kernel;
  ArgumentRules rules(result, inames,
                      ruleName.empty() ? "red_" + listOf(inames, "_") + "_arg"
                                       : ruleName);
  for (InstructionPtr &insn : result.instructions)
    if (!within || within(kernel, *insn))
      insn = rewriteReads(insn, [&](const Expr &e) {
        return rewrite(e, [&](const Expr &node) { return rules(node); });
      });
  if (!rules.any)
    throw UserError(std::string(reductionArgumentName) +
                    ": no instruction of kernel '" + kernel.name +
                    "' has a reduction over just " + listOf(inames, ", ") +
                    "; lp.split_reduction_outward makes one of a reduction "
                    "over more, lp.expand_subst of one in a rule");
  return result;
}
