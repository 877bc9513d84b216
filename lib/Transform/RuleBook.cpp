#include "RuleBook.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;

std::set<std::string> loopyc::calledRules(const Expr &e) {
  std::set<std::string> called;
  walk(e, [&](const Expr &node) {
    if (const auto *call = node.getIf<RuleCall>())
      called.insert(call->rule);
    return true;
  });
  return called;
}

Expr loopyc::renameRuleCalls(const Expr &e,
                             const std::map<std::string, std::string> &names) {
  if (names.empty() || !e)
    return e;
  return rewrite(e, [&](const Expr &node) {
    const auto *call = node.getIf<RuleCall>();
    auto it = call ? names.find(call->rule) : names.end();
    return it == names.end() ? node
                             : Expr::rule(it->second, call->args, node.type());
  });
}

Substitution loopyc::freeIn(const SubstitutionRule *rule,
                            const Substitution &by) {
  Substitution own = by;
  if (rule)
    for (const std::string &parameter : rule->parameters)
      own.erase(parameter);
  return own;
}

Expr loopyc::substituteFree(const Expr &e, const Substitution &by,
                            const SubstitutionRule *rule) {
  if (!rule || rule->parameters.empty())
    return substitute(e, by);
  return substitute(e, freeIn(rule, by));
}

InstructionPtr
loopyc::rewriteReads(const InstructionPtr &insn,
                     const std::function<Expr(const Expr &)> &fn) {
  auto result = std::make_shared<Instruction>(*insn);
  for (Predicate &predicate : result->predicates)
    predicate = fn(predicate);
  match(
      insn->body,
      [&](const Assignment &a) {
        std::vector<Expr> subscripts = operands(a.assignee);
        for (Expr &subscript : subscripts)
          subscript = fn(subscript);
        result->body = assignLike(
            insn->body, withOperands(a.assignee, subscripts), fn(a.value));
      },
      [&](const CallBody &call) {
        CallBody mapped = call;
        for (Expr &argument : mapped.arguments)
          argument = fn(argument);
        for (Expr &assignee : mapped.assignees) {
          std::vector<Expr> subscripts = operands(assignee);
          for (Expr &subscript : subscripts)
            subscript = fn(subscript);
          assignee = withOperands(assignee, subscripts);
        }
        result->body = std::move(mapped);
      },
      [](const BarrierBody &) {}, [](const NoOp &) {});
  return result;
}

// --- RuleRewriter

Expr RuleRewriter::operator()(const Expr &e) {
  return withVersions(map(e, nullptr));
}

InstructionPtr RuleRewriter::operator()(const InstructionPtr &insn) {
  return mapExprs(insn, [&](const Expr &e) { return (*this)(e); });
}

Expr RuleRewriter::withVersions(const Expr &e) {
  std::map<std::string, std::string> names;
  for (const std::string &called : calledRules(e))
    if (const std::string &name = versionOf(called); name != called)
      names[called] = name;
  return renameRuleCalls(e, names);
}

const std::string &RuleRewriter::versionOf(const std::string &name) {
  auto [it, isNew] = versions.try_emplace(name, name);
  if (!isNew)
    return it->second;
  const SubstitutionRule *known = book.find(name);
  if (!known)
    return it->second;
  SubstitutionRule rule = *known;
  Expr value = withVersions(map(rule.value, &rule));
  if (value != rule.value)
    it->second = book.version(rule, value);
  return it->second;
}

// --- RuleBook

std::string RuleBook::version(const SubstitutionRule &original,
                              const Expr &value) {
  for (const SubstitutionRule &rule : kernel.rules)
    if (rule.parameters == original.parameters && rule.value == value)
      return rule.name;
  auto first = originals.find(original.name);
  SubstitutionRule copy = original;
  std::string base = first == originals.end() ? copy.name : first->second;
  copy.name = kernel.freshName(base);
  copy.value = value;
  originals[copy.name] = base;
  kernel.rules.push_back(copy);
  return copy.name;
}

std::set<std::string> RuleBook::usedRules() const {
  std::set<std::string> used;
  std::vector<std::string> open;
  auto note = [&](const Expr &e) {
    for (const std::string &rule : calledRules(e))
      if (used.insert(rule).second)
        open.push_back(rule);
    return e;
  };
  for (const InstructionPtr &insn : kernel.instructions)
    mapExprs(insn, note);
  while (!open.empty()) {
    std::string name = open.back();
    open.pop_back();
    if (const SubstitutionRule *rule = find(name))
      note(rule->value);
  }
  return used;
}

void RuleBook::rename(const std::map<std::string, std::string> &names) {
  auto fn = [&](const Expr &e) { return renameRuleCalls(e, names); };
  for (InstructionPtr &insn : kernel.instructions)
    insn = mapExprs(insn, fn);
  for (SubstitutionRule &rule : kernel.rules)
    rule.value = fn(rule.value);
}

void RuleBook::finish() {
  std::set<std::string> used = usedRules();
  auto &rules = kernel.rules;
  rules.erase(std::remove_if(rules.begin(), rules.end(),
                             [&](const SubstitutionRule &rule) {
                               return !used.count(rule.name);
                             }),
              rules.end());
  std::map<std::string, int> copies;
  for (const SubstitutionRule &rule : rules)
    if (auto it = originals.find(rule.name); it != originals.end())
      ++copies[it->second];
  std::map<std::string, std::string> names;
  for (SubstitutionRule &rule : rules) {
    auto it = originals.find(rule.name);
    if (it == originals.end() || copies[it->second] > 1 ||
        kernel.isNameTaken(it->second))
      continue;
    names[rule.name] = it->second;
  }
  for (SubstitutionRule &rule : rules)
    if (auto it = names.find(rule.name); it != names.end())
      rule.name = it->second;
  if (!names.empty())
    rename(names);
}
