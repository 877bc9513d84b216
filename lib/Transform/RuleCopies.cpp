#include "RuleCopies.h"

#include <functional>
#include <set>

using namespace loopyc;

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

static std::set<std::string> calledRules(const Expr &e) {
  std::set<std::string> called;
  walk(e, [&](const Expr &node) {
    if (const auto *call = node.getIf<RuleCall>())
      called.insert(call->rule);
    return true;
  });
  return called;
}

static Substitution withoutParameters(Substitution by,
                                      const SubstitutionRule &rule) {
  for (const std::string &parameter : rule.parameters)
    by.erase(parameter);
  return by;
}

namespace {

// Which rules call which, and which mention the names directly.
struct RuleGraph {
  std::map<std::string, std::set<std::string>> calls;
  std::set<std::string> affected; // directly or through what they call

  RuleGraph(const Kernel &kernel, const Substitution &by) {
    for (const SubstitutionRule &rule : kernel.rules) {
      calls[rule.name] = calledRules(rule.value);
      for (const auto &[name, value] : withoutParameters(by, rule))
        if (mentions(rule.value, name))
          affected.insert(rule.name);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto &[rule, called] : calls)
        for (const std::string &inner : called)
          if (affected.count(inner))
            changed |= affected.insert(rule).second;
    }
  }

  void reach(const std::string &rule, std::set<std::string> &reached) const {
    if (!reached.insert(rule).second)
      return;
    if (auto it = calls.find(rule); it != calls.end())
      for (const std::string &inner : it->second)
        reach(inner, reached);
  }
};

} // namespace

static std::set<std::string>
rulesUsed(const Kernel &kernel, const RuleGraph &graph,
          const std::function<bool(size_t)> &counts) {
  std::set<std::string> used;
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (counts(i))
      mapExprs(kernel.instructions[i], [&](const Expr &e) {
        for (const std::string &rule : calledRules(e))
          graph.reach(rule, used);
        return e;
      });
  return used;
}

std::map<std::string, std::string>
loopyc::substituteInRules(Kernel &kernel, const Substitution &by,
                          const std::vector<bool> &chosen) {
  std::map<std::string, std::string> renamed;
  RuleGraph graph(kernel, by);
  if (graph.affected.empty())
    return renamed;
  std::set<std::string> ofChosen =
      rulesUsed(kernel, graph, [&](size_t i) { return chosen[i]; });
  std::set<std::string> ofOthers =
      rulesUsed(kernel, graph, [&](size_t i) { return !chosen[i]; });

  std::vector<SubstitutionRule> copies;
  for (const SubstitutionRule &rule : kernel.rules)
    if (graph.affected.count(rule.name) && ofChosen.count(rule.name) &&
        ofOthers.count(rule.name)) {
      SubstitutionRule copy = rule;
      copy.name = kernel.freshName(rule.name);
      renamed[rule.name] = copy.name;
      copies.push_back(std::move(copy));
    }
  auto rewriteRule = [&](SubstitutionRule &rule) {
    rule.value = renameRuleCalls(
        substitute(rule.value, withoutParameters(by, rule)), renamed);
  };
  for (SubstitutionRule &rule : kernel.rules) {
    bool used = ofChosen.count(rule.name) || !ofOthers.count(rule.name);
    if (graph.affected.count(rule.name) && used && !renamed.count(rule.name))
      rewriteRule(rule);
  }
  for (SubstitutionRule &copy : copies) {
    rewriteRule(copy);
    kernel.rules.push_back(copy);
  }
  return renamed;
}
