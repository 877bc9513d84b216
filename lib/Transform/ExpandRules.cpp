//   f(x) := x**2;  a = f(b + 1)  ->  a = (b + 1)**2
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

#include <map>

using namespace loopyc;

namespace {

// Expands calls; each rule's value is expanded once, before it is used.
class RuleExpander {
public:
  explicit RuleExpander(const Kernel &kernel) : kernel(kernel) {
    for (const SubstitutionRule &rule : kernel.rules)
      rules[rule.name] = &rule;
  }

  Expr run(const Expr &e) {
    return rewrite(e, [&](const Expr &node) {
      const auto *call = node.getIf<RuleCall>();
      return call ? expandCall(*call) : node;
    });
  }

private:
  Expr expandCall(const RuleCall &call) {
    auto it = rules.find(call.rule);
    if (it == rules.end())
      throw InternalError("rule '" + call.rule + "' is unknown");
    const SubstitutionRule &rule = *it->second;
    Substitution by;
    for (size_t i = 0; i < rule.parameters.size(); ++i)
      by[rule.parameters[i]] = call.args[i];
    return substitute(valueOf(rule), by);
  }

  const Expr &valueOf(const SubstitutionRule &rule) {
    auto [it, isNew] = values.emplace(rule.name, Expr());
    if (isNew) {
      Expr value = run(rule.value);
      values[rule.name] = value;
    }
    const Expr &value = values[rule.name];
    if (!value)
      throw UserError("substitution rule '" + rule.name + "' of kernel '" +
                      kernel.name + "' uses itself, which cannot be expanded");
    return value;
  }

  const Kernel &kernel;
  std::map<std::string, const SubstitutionRule *> rules;
  std::map<std::string, Expr> values; // null while being expanded
};

} // namespace

Expr loopyc::expandRules(const Kernel &kernel, const Expr &e) {
  return RuleExpander(kernel).run(e);
}

Kernel loopyc::expandRules(const Kernel &kernel) {
  if (kernel.rules.empty())
    return kernel;
  Kernel result = kernel;
  RuleExpander expander(kernel);
  for (InstructionPtr &insn : result.instructions)
    insn = mapExprs(insn, [&](const Expr &e) { return expander.run(e); });
  result.rules.clear();
  return result;
}
