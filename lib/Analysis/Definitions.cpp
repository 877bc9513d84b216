#include "loopyc/Analysis/Definitions.h"

#include "DependenceScan.h"
#include "loopyc/Analysis/StableValues.h"
#include "loopyc/Values/Polynomial.h"

#include <algorithm>

using namespace loopyc;

static bool isBefore(const Instruction &assigned, const Instruction &user) {
  int depth = loopDepth(assigned);
  if (!samePath(assigned, user, depth) ||
      positionAt(assigned, depth) >= positionAt(user, depth))
    return false;
  for (int d = 0; d < depth; ++d)
    if (loopAt(assigned, d) != loopAt(user, d))
      return false;
  return std::all_of(
      assigned.inames.begin(), assigned.inames.end(),
      [&](const std::string &iname) { return user.within(iname); });
}

// Does it run whenever the user does?
static bool isCertain(const Kernel &kernel, const Instruction &assigned,
                      const Instruction &user) {
  const std::vector<Predicate> &guards = assigned.predicates;
  if (!std::all_of(guards.begin(), guards.end(), [&](const Predicate &guard) {
        return std::find(user.predicates.begin(), user.predicates.end(),
                         guard) != user.predicates.end();
      }))
    return false;
  if (guards.empty())
    return true;
  StableValues stable(kernel);
  return std::all_of(
      guards.begin(), guards.end(), [&](const Predicate &guard) {
        return stable.between(assigned, user, loopDepth(assigned), guard);
      });
}

// Does it assign the scalar between the two, in one iteration of the loops
// around the first?
static bool isBetween(const Instruction &other, const Instruction &assigned,
                      const Instruction &user) {
  int depth = loopDepth(assigned);
  return samePath(other, assigned, depth) &&
         positionAt(assigned, depth) <= positionAt(other, depth) &&
         positionAt(other, depth) <= positionAt(user, depth);
}

bool loopyc::isCertainlyBefore(const Kernel &kernel, const Instruction &a,
                               const Instruction &b) {
  return isBefore(a, b) && isCertain(kernel, a, b);
}

const Instruction *loopyc::definitionBefore(const Kernel &kernel,
                                            const std::string &scalar,
                                            const Instruction &user) {
  std::vector<const Instruction *> assignments;
  const Instruction *last = nullptr;
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigns(scalar)) {
      assignments.push_back(insn.get());
      if (isBefore(*insn, user) && (!last || isBefore(*last, *insn)))
        last = insn.get();
    }
  if (!last || last->assignees().size() != 1 ||
      !last->assignees().front().getIf<VarRef>() ||
      mentions(last->values().front(), scalar) ||
      !isCertain(kernel, *last, user))
    return nullptr;
  bool isLast = std::all_of(assignments.begin(), assignments.end(),
                            [&](const Instruction *other) {
                              return other == last ||
                                     !isBetween(*other, *last, user);
                            });
  return isLast ? last : nullptr;
}

std::set<std::string> loopyc::namesRead(const Kernel &kernel,
                                        const Instruction &insn) {
  std::set<std::string> result;
  for (const Expr &read : insn.reads())
    collectNames(read, result, result);
  for (const Expr &guard : insn.predicates)
    collectNames(guard, result, result);
  std::vector<std::string> inames = insn.inames;
  for (size_t k = 0; k < inames.size(); ++k) // and those that bound them
    for (const std::string &name :
         kernel.domains[kernel.domainOf(inames[k])].params()) {
      result.insert(name);
      if (kernel.hasIname(name) &&
          std::find(inames.begin(), inames.end(), name) == inames.end())
        inames.push_back(name);
    }
  return result;
}

std::map<std::string, Expr> loopyc::constantScalars(const Kernel &kernel) {
  std::map<std::string, int> assignments;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      ++assignments[name];
  std::map<std::string, const Instruction *> assigned;
  auto isConstant = [&](const Instruction &insn) {
    const auto *body = std::get_if<Assignment>(&insn.body);
    const auto *scalar = body ? body->assignee.getIf<VarRef>() : nullptr;
    if (!scalar || !insn.inames.empty() || !insn.predicates.empty() ||
        loopDepth(insn) > 0 || assignments[scalar->name] != 1)
      return false;
    VariablePtr var = kernel.findVariable(scalar->name);
    auto value = Polynomial::of(body->value);
    const std::set<std::string> names =
        value ? value->names() : std::set<std::string>();
    return var && var->isTemporary() && value &&
           std::all_of(names.begin(), names.end(),
                       [&](const std::string &name) {
                         VariablePtr argument = kernel.findVariable(name);
                         return argument && argument->isValue() &&
                                !assignments.count(name);
                       });
  };
  for (const InstructionPtr &insn : kernel.instructions)
    if (isConstant(*insn))
      assigned.emplace(insn->assigneeNames().front(), insn.get());
  for (const InstructionPtr &user : kernel.instructions) {
    if (assigned.empty())
      break;
    for (const std::string &name : namesRead(kernel, *user))
      if (auto found = assigned.find(name);
          found != assigned.end() && found->second != user.get() &&
          positionAt(*found->second, 0) >= positionAt(*user, 0))
        assigned.erase(found);
  }
  std::map<std::string, Expr> result;
  for (const auto &[name, insn] : assigned)
    result.emplace(name, insn->values().front());
  for (const VariablePtr &argument : kernel.arguments)
    if (argument->hostValue)
      result.emplace(argument->name, argument->hostValue);
  return result;
}
