#include "Uses.h"

#include "loopyc/IR/Negation.h"
#include "loopyc/IR/SharedSubstitution.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

static bool isReused(const Axis &axis) {
  return std::holds_alternative<ReusedAxis>(axis.tag);
}

const std::string *verify::nameOf(const Expr &e) {
  if (const auto *array = e.getIf<ArrayRef>())
    return &array->name;
  const auto *var = e.getIf<VarRef>();
  return var ? &var->name : nullptr;
}

bool verify::sameOperation(const Expr &a, const Expr &b) {
  if (a->value.index() != b->value.index() || a.type() != b.type())
    return false;
  if (const auto *unary = a.getIf<Unary>())
    return unary->op == b.getIf<Unary>()->op;
  if (const auto *binary = a.getIf<Binary>())
    return binary->op == b.getIf<Binary>()->op;
  if (const auto *call = a.getIf<Call>())
    return call->fn == b.getIf<Call>()->fn;
  if (const auto *call = a.getIf<ExternalCall>())
    return call->isLike(*b.getIf<ExternalCall>()) &&
           operands(a).size() == operands(b).size();
  if (const auto *reduction = a.getIf<Reduction>())
    return reduction->op == b.getIf<Reduction>()->op &&
           reduction->inames == b.getIf<Reduction>()->inames;
  return operands(a).size() == operands(b).size() &&
         (!operands(a).empty() || a == b);
}

namespace {

class Collector {
public:
  Collector(const Tree &tree, const ScheduledKernel &scheduled,
            const Kernel &kernel, Terms &terms)
      : tree(tree), scheduled(scheduled), kernel(kernel), terms(terms),
        positioned(scheduled.positions) {
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::string &name : insn->assigneeNames())
        note(name);
    // A launch may read one that it does not assign: what nothing has set.
    for (const VariablePtr &temp : scheduled.kernel.temporaries)
      if (kernel.findVariable(temp->name))
        note(temp->name);
    for (size_t d = 0; d < kernel.domains.size(); ++d)
      for (const std::string &param : kernel.domains[d].params())
        if (result.count(param))
          for (const std::string &dim : kernel.domains[d].dims())
            bounds[dim].insert(param);
  }

  std::map<std::string, UsedVariable> run() {
    requireSameInstructions();
    for (size_t l = 0; l < tree.leaves().size(); ++l)
      addLeaf(static_cast<int>(l));
    return std::move(result);
  }

private:
  void note(const std::string &name) {
    auto [known, isNew] = result.try_emplace(name);
    if (!isNew)
      return;
    UsedVariable &made = known->second;
    made.declared = scheduled.kernel.findVariable(name);
    original[name] = kernel.findVariable(name);
    if (!made.declared || !original[name])
      throw InternalError("schedule: kernel '" + kernel.name +
                          "' lost the variable '" + name + "'");
    for (const Axis &axis : original[name]->axes) {
      made.hasReused |= isReused(axis);
      if (axis.extent)
        strides[name].push_back(axis.extent);
    }
  }

  void requireSameInstructions() const {
    const auto &there = scheduled.kernel.instructions;
    bool same = there.size() == kernel.instructions.size();
    for (size_t i = 0; same && i < there.size(); ++i)
      same = there[i]->id == kernel.instructions[i]->id &&
             there[i]->inames == kernel.instructions[i]->inames;
    if (!same)
      throw InternalError("schedule: kernel '" + kernel.name +
                          "' does not have its instructions any more");
  }

  [[noreturn]] void fail(const Instruction &insn) const {
    throw InternalError("schedule: kernel '" + kernel.name + "': '" + insn.id +
                        "' computes another thing than the kernel says");
  }

  void addLeaf(int index) {
    const Leaf &leaf = tree.leaves()[index];
    if (leaf.number < 0)
      throw InternalError("schedule: kernel '" + kernel.name + "': '" +
                          leaf.insn->id + "' is none of its instructions");
    const Instruction &insn = *kernel.instructions[leaf.number];
    const Instruction &placed = *scheduled.kernel.instructions[leaf.number];
    requireOnAxes(placed, leaf);
    current = index;
    firstUse.clear();
    for (const std::string &iname : insn.inames)
      if (auto read = bounds.find(iname); read != bounds.end())
        for (const std::string &name : read->second)
          addUse(Use::Kind::Read, Expr::var(name), Expr::var(name));
    walkAll(insn, insn.predicates, placed.predicates);
    bool guardReads = insn.update() && seen(insn.update()->assignee);
    walkAll(insn, insn.values(), placed.values());
    if (const auto *call = std::get_if<CallBody>(&insn.body))
      walkAll(insn, call->arguments, std::get<CallBody>(placed.body).arguments);
    std::vector<Expr> targets = insn.assignees();
    std::vector<Expr> placedTargets = placed.assignees();
    if (targets.size() != placedTargets.size())
      fail(insn);
    for (size_t i = 0; i < targets.size(); ++i)
      addWrite(insn, targets[i], placedTargets[i], !guardReads);
  }

  // An update by nothing, x = x + (k - k), is x = x once it is simplified.
  static bool areAlike(const InstructionBody &own,
                       const InstructionBody &there) {
    const auto *update = std::get_if<Update>(&own);
    return own.index() == there.index() ||
           (update && !update->atomic &&
            std::holds_alternative<Assignment>(there));
  }

  // The tree's instruction is the kernel's with axes for hardware inames.
  void requireOnAxes(const Instruction &placed, const Leaf &leaf) {
    auto isThere = [&](const std::vector<Expr> &own,
                       const std::vector<Expr> &there) {
      bool same = own.size() == there.size();
      for (size_t i = 0; same && i < own.size(); ++i)
        same = own[i].same(there[i]) || positioned(own[i]) == there[i];
      return same;
    };
    if (!areAlike(placed.body, leaf.insn->body) ||
        !isThere(placed.assignees(), leaf.insn->assignees()) ||
        !isThere(placed.values(), leaf.insn->values()))
      fail(placed);
  }

  void walkAll(const Instruction &insn, const std::vector<Expr> &a,
               const std::vector<Expr> &b) {
    if (a.size() != b.size())
      fail(insn);
    for (size_t i = 0; i < a.size(); ++i)
      if (!walkBoth(a[i], b[i]))
        fail(insn);
  }

  // The same expression but for the storage of what it reads.
  bool walkBoth(const Expr &a, const Expr &b) {
    const std::string *name = nameOf(a);
    auto known = name ? original.find(*name) : original.end();
    if (known == original.end()) {
      if (!a.same(b) && !sameOperation(a, b))
        return false;
      return walkOperands(a, b);
    }
    const std::string *there = nameOf(b);
    if (!there || *there != *name)
      return false;
    addUse(Use::Kind::Read, a, b);
    return walkSubscripts(*known->second, a, b);
  }

  bool walkOperands(const Expr &a, const Expr &b) {
    std::vector<Expr> from = operands(a), to = operands(b);
    const auto *choice = a.getIf<Select>();
    for (size_t i = 0; i < from.size(); ++i) {
      bool isBranch = choice && i > 0;
      if (isBranch)
        chosen.push_back(i == 1 ? choice->condition
                                : negated(choice->condition));
      bool isSame = walkBoth(from[i], to[i]);
      if (isBranch)
        chosen.pop_back();
      if (!isSame)
        return false;
    }
    return true;
  }

  bool walkSubscripts(const Variable &var, const Expr &a, const Expr &b) {
    std::vector<Expr> from = operands(a), to = operands(b);
    size_t next = 0;
    for (size_t axis = 0; axis < from.size(); ++axis) {
      if (isReused(var.axes[axis]))
        continue;
      if (next >= to.size() || !walkBoth(from[axis], to[next++]))
        return false;
    }
    return true;
  }

  void addWrite(const Instruction &insn, const Expr &target, const Expr &placed,
                bool mayUpdate) {
    auto known = original.find(*nameOf(target));
    if (!nameOf(placed) || known->first != *nameOf(placed) ||
        !walkSubscripts(*known->second, target, placed))
      fail(insn);
    const Update *update = insn.update();
    Use made = use(Use::Kind::Write, target, placed);
    std::vector<Use> &uses = result.at(*nameOf(target)).uses;
    if (update && mayUpdate) {
      made.kind = Use::Kind::Update;
      made.op = update->op;
      made.atomic = update->atomic;
      // Its own read of the element is a part of it.
      uses.erase(std::remove_if(uses.begin(), uses.end(),
                                [&](const Use &other) {
                                  return other.leaf == current &&
                                         other.kind == Use::Kind::Read &&
                                         other.value == made.value;
                                }),
                 uses.end());
    }
    uses.push_back(std::move(made));
  }

  Use use(Use::Kind kind, const Expr &a, const Expr &b) {
    Use made;
    made.leaf = current;
    made.kind = kind;
    for (const Expr &subscript : operands(a))
      made.value.push_back(terms.add(subscript));
    for (const Expr &subscript : operands(b))
      made.storage.push_back(terms.add(subscript));
    return made;
  }

  void addUse(Use::Kind kind, const Expr &a, const Expr &b) {
    const std::string &name = *nameOf(a);
    Use made = use(kind, a, b);
    made.conditions = chosen;
    auto &known = firstUse[name];
    if (std::find(known.begin(), known.end(), made.value) != known.end())
      return keepCommonConditions(name, made);
    known.push_back(made.value);
    result.at(name).uses.push_back(std::move(made));
    for (const Expr &extent : strides[name]) {
      std::set<std::string> vars, arrays;
      collectNames(extent, vars, arrays);
      for (const std::string &var : vars)
        if (result.count(var))
          addUse(Use::Kind::Read, Expr::var(var), Expr::var(var));
    }
  }

  // It is read under either.
  void keepCommonConditions(const std::string &name, const Use &again) {
    for (Use &use : result.at(name).uses)
      if (use.leaf == current && use.kind == Use::Kind::Read &&
          use.value == again.value)
        std::erase_if(use.conditions, [&](const Expr &condition) {
          return std::find(again.conditions.begin(), again.conditions.end(),
                           condition) == again.conditions.end();
        });
  }

  bool seen(const Expr &reference) {
    auto known = firstUse.find(*nameOf(reference));
    return known != firstUse.end() &&
           std::find(known->second.begin(), known->second.end(),
                     use(Use::Kind::Read, reference, reference).value) !=
               known->second.end();
  }

  const Tree &tree;
  const ScheduledKernel &scheduled;
  const Kernel &kernel;
  Terms &terms;
  SharedSubstitution positioned;
  std::map<std::string, UsedVariable> result;
  std::map<std::string, VariablePtr> original;
  std::map<std::string, std::vector<Expr>> strides;
  std::map<std::string, std::set<std::string>> bounds; // by iname
  int current = -1;                                    // leaf
  std::vector<Expr> chosen; // that the branches around are taken
  std::map<std::string, std::vector<std::vector<int>>> firstUse;
};

} // namespace

std::map<std::string, UsedVariable>
verify::usesIn(const Tree &tree, const ScheduledKernel &scheduled,
               const Kernel &kernel, Terms &terms) {
  return Collector(tree, scheduled, kernel, terms).run();
}

std::vector<Expr> verify::movedGuards(const Instruction &insn, const Leaf &leaf,
                                      const Substitution &positions) {
  std::vector<Expr> result;
  const std::vector<Expr> &there = leaf.insn->predicates;
  size_t next = 0;
  for (const Expr &guard : insn.predicates)
    if (next < there.size() && (guard.same(there[next]) ||
                                substitute(guard, positions) == there[next]))
      ++next;
    else
      result.push_back(guard);
  if (next < there.size())
    throw InternalError("schedule: '" + insn.id +
                        "' has a guard that is not the kernel's");
  return result;
}
