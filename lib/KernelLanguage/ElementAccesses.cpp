#include "ElementAccesses.h"

#include "loopyc/IR/Conjuncts.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using namespace loopyc::language;
using poly::Set;

static Expr expanded(const Kernel &kernel, const RuleCall &call) {
  const SubstitutionRule &rule = *kernel.findRule(call.rule);
  Substitution values;
  for (size_t i = 0; i < call.args.size(); ++i)
    values[rule.parameters[i]] = call.args[i];
  return substitute(rule.value, values);
}

static Expr withoutRules(const Kernel &kernel, const Expr &root) {
  return rewrite(root, [&](const Expr &e) {
    const auto *call = e.getIf<RuleCall>();
    return call ? withoutRules(kernel, expanded(kernel, *call)) : e;
  });
}

Kernel language::withoutRules(const Kernel &kernel) {
  Kernel result = kernel;
  for (InstructionPtr &insn : result.instructions)
    insn = mapExprs(insn,
                    [&](const Expr &e) { return ::withoutRules(kernel, e); });
  result.rules.clear();
  return result;
}

namespace {

class AccessFinder {
public:
  AccessFinder(const Kernel &kernel, std::vector<ElementAccess> &found)
      : kernel(kernel), domains(kernel), found(found) {}

  void run() {
    for (const InstructionPtr &insn : kernel.instructions) {
      current = insn.get();
      Set domain = domains.domain(insn->inames)
                       .flat()
                       .intersect(kernel.assumptions.flat());
      for (const Predicate &predicate : insn->predicates) {
        add(predicate, domain, insn->inames);
        domain = restricted(domain, predicate, true);
      }
      for (const Expr &value : insn->values())
        add(value, domain, insn->inames);
      for (const Expr &assignee : insn->assignees()) {
        if (assignee.getIf<ArrayRef>())
          found.push_back({assignee, domain, current, true});
        for (const Expr &subscript : operands(assignee))
          add(subscript, domain, insn->inames);
      }
    }
  }

private:
  // Data say nothing of a set.
  bool isKnown(const std::string &name) const {
    VariablePtr var = kernel.findVariable(name);
    return !var || var->isValue();
  }

  // By those parts of the condition, or of its opposite, that are affine.
  Set restricted(Set domain, const Expr &condition, bool holds) const {
    for (const Expr &part : conjuncts(condition, holds))
      if (auto set = toCondition(
              part, [&](const std::string &n) { return isKnown(n); }))
        domain = domain.intersect(*set);
    return domain;
  }

  void add(const Expr &e, const Set &domain,
           const std::vector<std::string> &inames) {
    if (e.getIf<ArrayRef>())
      found.push_back({e, domain, current, false});
    if (const auto *reduction = e.getIf<Reduction>()) {
      std::vector<std::string> all = inames;
      all.insert(all.end(), reduction->inames.begin(), reduction->inames.end());
      return add(reduction->value,
                 domain.intersect(domains.domain(all).flat()), all);
    }
    if (const auto *select = e.getIf<Select>()) {
      add(select->condition, domain, inames);
      add(select->ifTrue, restricted(domain, select->condition, true), inames);
      add(select->ifFalse, restricted(domain, select->condition, false),
          inames);
      return;
    }
    if (const auto *both = e.getIf<Binary>();
        both && (both->op == BinaryOp::And || both->op == BinaryOp::Or)) {
      const bool isAnd = both->op == BinaryOp::And;
      add(both->a, domain, inames);
      add(both->b, restricted(domain, both->a, isAnd), inames);
      return;
    }
    if (const auto *call = e.getIf<RuleCall>())
      return add(expanded(kernel, *call), domain, inames);
    for (const Expr &operand : operands(e))
      add(operand, domain, inames);
  }

  const Kernel &kernel;
  const DomainIndex domains;
  std::vector<ElementAccess> &found;
  const Instruction *current = nullptr;
};

} // namespace

std::vector<ElementAccess> language::elementAccesses(const Kernel &kernel) {
  std::vector<ElementAccess> found;
  AccessFinder(kernel, found).run();
  return found;
}

std::optional<poly::PwAff> language::affineIn(const Kernel &kernel,
                                              const Expr &e) {
  return toAffine(e, [&](const std::string &name) {
    VariablePtr var = kernel.findVariable(name);
    return !var || var->isValue();
  });
}

std::optional<Set> language::meetings(const Kernel &kernel,
                                      const ElementAccess &one,
                                      const ElementAccess &other,
                                      const std::set<std::string> &among) {
  std::map<std::string, std::string> names;
  for (const std::string &name : other.domain.names())
    if (kernel.hasIname(name))
      names[name] = primed(name);
  const auto &from = one.reference.getIf<ArrayRef>()->subscripts;
  const auto &to = other.reference.getIf<ArrayRef>()->subscripts;
  Set pairs = one.domain.intersect(other.domain.rename(names));
  for (size_t a = 0; a < from.size(); ++a) {
    std::set<std::string> own, arrays;
    collectNames(to[a], own, arrays);
    Substitution marked;
    for (const std::string &name : own)
      if (kernel.hasIname(name))
        marked[name] = Expr::marked(name, Mark::Prime);
    auto x = affineIn(kernel, from[a]);
    auto y = affineIn(kernel, substitute(to[a], marked));
    if (!x || !y)
      return std::nullopt;
    pairs = pairs.intersect(x->eq(*y));
  }
  for (const std::string &iname : one.insn->inames)
    if (other.insn->within(iname) && !among.count(iname))
      pairs = pairs.intersect(
          poly::PwAff::name(iname).eq(poly::PwAff::name(primed(iname))));
  return pairs;
}
