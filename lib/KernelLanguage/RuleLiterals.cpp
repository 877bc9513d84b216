#include "RuleLiterals.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using namespace loopyc::language;

void language::eachRuleUse(
    const Kernel &kernel,
    const std::function<void(const RuleCall &, const SubstitutionRule *)>
        &visit) {
  auto visitAll = [&](const Expr &root, const SubstitutionRule *around) {
    walk(root, [&](const Expr &node) {
      if (const auto *call = node.getIf<RuleCall>())
        visit(*call, around);
      return true;
    });
  };
  for (const SubstitutionRule &rule : kernel.rules)
    visitAll(rule.value, &rule);
  for (const InstructionPtr &insn : kernel.instructions)
    mapExprs(insn, [&](const Expr &e) {
      visitAll(e, nullptr);
      return e;
    });
}

// A number, or a parameter around that stands for such.
static bool isLiteral(const Expr &e, const SubstitutionRule *around,
                      const ParameterSet &others) {
  if (e.getIf<IntLit>() || e.getIf<RealLit>() || e.getIf<ComplexLit>())
    return true;
  if (const auto *negated = e.getIf<Unary>())
    return negated->op == UnaryOp::Neg && isLiteral(negated->a, around, others);
  const auto *var = e.getIf<VarRef>();
  if (!var || !around)
    return false;
  auto found = llvm::find(around->parameters, var->name);
  return found != around->parameters.end() &&
         !others.count({around->name, static_cast<size_t>(
                                          found - around->parameters.begin())});
}

ParameterSet language::parametersOfOthers(const Kernel &kernel) {
  ParameterSet others;
  for (size_t before = others.size() + 1; before != others.size();) {
    before = others.size();
    eachRuleUse(kernel, [&](const RuleCall &call,
                            const SubstitutionRule *around) {
      for (size_t i = 0; i < call.args.size(); ++i)
        if (!isLiteral(call.args[i], around, others))
          others.insert({call.rule, i});
    });
  }
  return others;
}
