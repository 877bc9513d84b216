//   f(x) := x**2;  a = f(b + 1)  ->  a = (b + 1)**2
#include "RuleExpander.h"

#include "Reductions.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

using namespace loopyc;

Expr RuleExpander::operator()(const Expr &e) {
  return rewrite(e, [&](const Expr &node) {
    const auto *call = node.getIf<RuleCall>();
    return call && !kept.count(call->rule) ? expandCall(*call) : node;
  });
}

InstructionPtr RuleExpander::operator()(const InstructionPtr &insn) {
  InstructionPtr result =
      mapExprs(insn, [&](const Expr &e) { return (*this)(e); });
  if (result != insn)
    requireApart(*result);
  return result;
}

Expr RuleExpander::expandCall(const RuleCall &call) {
  const SubstitutionRule *rule = kernel.findRule(call.rule);
  if (!rule)
    throw InternalError("rule '" + call.rule + "' is unknown");
  const Expr &value = valueOf(*rule);
  if (rule->parameters.empty())
    return value;
  Substitution by;
  for (size_t i = 0; i < rule->parameters.size(); ++i)
    by[rule->parameters[i]] = call.args[i];
  return substitute(value, by);
}

const Expr &RuleExpander::valueOf(const SubstitutionRule &rule) {
  auto [it, isNew] = values.emplace(rule.name, Expr());
  if (isNew) {
    Expr value = (*this)(rule.value);
    values[rule.name] = value;
  }
  const Expr &value = values[rule.name];
  if (!value)
    throw UserError("substitution rule '" + rule.name + "' of kernel '" +
                    kernel.name + "' uses itself, which cannot be expanded");
  return value;
}

Expr loopyc::expandRules(const Kernel &kernel, const Expr &e) {
  return RuleExpander(kernel)(e);
}

Kernel loopyc::expandRules(const Kernel &kernel) {
  if (kernel.rules.empty())
    return kernel;
  Kernel result = kernel;
  RuleExpander expand(kernel);
  for (InstructionPtr &insn : result.instructions)
    insn = expand(insn);
  result.rules.clear();
  return result;
}
