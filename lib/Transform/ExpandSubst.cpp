// Substitution rules found by name, and their uses expanded one by one.
#include "Reductions.h"
#include "RuleUses.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Glob.h"
#include "loopyc/Transform/Rules.h"

using namespace loopyc;

Expr RuleUses::inside(const Expr &e, const Instruction &insn) {
  return rewrite(e, [&](const Expr &node) {
    const auto *call = node.getIf<RuleCall>();
    return call ? use(node, *call, insn) : node;
  });
}

InstructionPtr RuleUses::operator()(const InstructionPtr &insn) {
  return rewriteReads(insn, [&](const Expr &e) { return inside(e, *insn); });
}

Expr RuleUses::use(const Expr &node, const RuleCall &call,
                   const Instruction &insn) {
  const SubstitutionRule *rule = kernel.findRule(call.rule);
  path.push_back(rule);
  SubstitutionRule changed = *rule;
  changed.value = inside(rule->value, insn);
  bool chosen = !filter || filter(kernel, insn, path);
  path.pop_back();
  if (chosen)
    if (Expr replaced = replace(changed, call, node.type()))
      return replaced;
  if (changed.value == rule->value)
    return node;
  return Expr::rule(book.version(*rule, changed.value), call.args, node.type());
}

Kernel loopyc::expandSubst(const Kernel &kernel, const RuleUseFilter &uses) {
  Kernel result = kernel;
  RuleBook book(result);
  bool any = false;
  RuleUses expand(
      kernel, book, uses,
      [&](const SubstitutionRule &rule, const RuleCall &call, Type) {
        any = true;
        Substitution by;
        for (size_t i = 0; i < rule.parameters.size(); ++i)
          by[rule.parameters[i]] = call.args[i];
        return substitute(rule.value, by);
      });
  for (InstructionPtr &insn : result.instructions) {
    insn = expand(insn);
    requireApart(*insn);
  }
  if (uses && !any)
    throw UserError("expand_subst: 'within' selects no use of a substitution "
                    "rule in kernel '" +
                    kernel.name + "'");
  book.finish();
  return result;
}

std::vector<std::string> loopyc::findRulesMatching(const Kernel &kernel,
                                                   const std::string &pattern) {
  std::vector<std::string> found;
  for (const SubstitutionRule &rule : kernel.rules)
    if (globMatches(pattern, rule.name))
      found.push_back(rule.name);
  return found;
}

std::string loopyc::findOneRuleMatching(const Kernel &kernel,
                                        const std::string &pattern) {
  std::vector<std::string> found = findRulesMatching(kernel, pattern);
  if (found.size() == 1)
    return found.front();
  std::vector<std::string> known;
  for (const SubstitutionRule &rule : kernel.rules)
    known.push_back(rule.name);
  std::string list;
  for (const std::string &rule : found)
    list += (list.empty() ? "'" : ", '") + rule + "'";
  throw UserError("find_one_rule_matching: one substitution rule of kernel '" +
                  kernel.name + "' should match '" + pattern + "', but " +
                  (found.empty() ? "none does" + suggestion(pattern, known)
                                 : list + " do"));
}
