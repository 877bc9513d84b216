#include "Reductions/ResultGuards.h"

#include "Reductions/ReductionRanges.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/Names.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Set;

// Those that one result has a value of: of loops outside, of nothing computed.
static std::vector<Predicate>
knownGuards(const Kernel &kernel, const Instruction &update,
            const std::vector<std::string> &outer) {
  std::set<std::string> inames(outer.begin(), outer.end()), written;
  for (const InstructionPtr &other : kernel.instructions)
    for (const std::string &name : other->assigneeNames())
      written.insert(name);
  std::vector<Predicate> guards;
  for (const Predicate &guard : update.predicates) {
    std::set<std::string> names;
    collectNames(guard, names, names);
    if (std::all_of(names.begin(), names.end(), [&](const std::string &name) {
          return !written.count(name) &&
                 (!kernel.hasIname(name) || inames.count(name));
        }))
      guards.push_back(guard);
  }
  return guards;
}

// Flags that the reduction's own loops leave alone: where one does not hold,
// nothing is reduced, and who stops at it sees that.
static std::vector<Predicate>
flagsAround(const Kernel &kernel, const Instruction &update,
            const std::vector<std::string> &outer) {
  auto isInside = [&](const Instruction &insn) {
    return std::any_of(
        insn.inames.begin(), insn.inames.end(), [&](const std::string &iname) {
          return update.within(iname) &&
                 std::find(outer.begin(), outer.end(), iname) == outer.end();
        });
  };
  std::vector<Predicate> flags;
  for (const Predicate &guard : update.predicates)
    if (const auto *flag = guard.getIf<VarRef>();
        flag &&
        std::none_of(kernel.instructions.begin(), kernel.instructions.end(),
                     [&](const InstructionPtr &insn) {
                       return insn->assigns(flag->name) && isInside(*insn);
                     }))
      flags.push_back(guard);
  return flags;
}

std::vector<Predicate>
loopyc::resultGuards(const Kernel &kernel, const ParallelReduction &reduction,
                     const std::vector<std::string> &outer) {
  const Instruction &update = *kernel.instructions[reduction.update];
  std::vector<Predicate> guards = knownGuards(kernel, update, outer);
  if (update.assignees().front().getIf<VarRef>()) {
    std::vector<Predicate> flags = flagsAround(kernel, update, outer);
    // A temporary that is set under a condition, too, is one value of each
    // iteration around as long as nothing reads it where the condition does not
    // hold; an argument may not be there, if (present(s)).
    for (Predicate &guard : guards)
      if (std::find(flags.begin(), flags.end(), guard) == flags.end())
        flags.push_back(std::move(guard));
    return flags;
  }
  poly::Names names = outer;
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      names.push_back(arg->name);
  Set all =
      DomainIndex(kernel).instances(outer).flat().intersect(kernel.assumptions);
  // Conditions on data are evaluated where there is an instance alone: what
  // they read need not be there else.
  auto onData = std::stable_partition(
      guards.begin(), guards.end(), [&](const Predicate &guard) {
        std::optional<Set> condition = toCondition(guard);
        if (condition)
          all = all.intersect(*condition);
        return condition.has_value();
      });
  Set touched = InstanceSets(kernel)
                    .of(static_cast<int>(reduction.update))
                    .projectOnto(names);
  if (!all.isSubset(touched))
    guards.insert(onData,
                  typedNames(kernel, fromCondition(touched, all)));
  return guards;
}
