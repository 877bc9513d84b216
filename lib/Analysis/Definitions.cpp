#include "Definitions.h"

#include "DependenceScan.h"
#include "loopyc/Values/Polynomial.h"

#include <algorithm>

using namespace loopyc;

const Instruction *loopyc::definitionBefore(const Kernel &kernel,
                                            const std::string &scalar,
                                            const Instruction &user) {
  const Instruction *only = nullptr;
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigns(scalar)) {
      if (only || insn->assignees().size() != 1)
        return nullptr;
      only = insn.get();
    }
  if (!only || !only->assignees().front().getIf<VarRef>() ||
      mentions(only->values().front(), scalar))
    return nullptr;
  int depth = loopDepth(*only);
  bool isBefore = samePath(*only, user, depth) &&
                  positionAt(*only, depth) < positionAt(user, depth);
  for (int d = 0; d < depth; ++d)
    isBefore = isBefore && loopAt(*only, d) == loopAt(user, d);
  for (const std::string &iname : only->inames)
    isBefore = isBefore && user.within(iname);
  for (const Expr &guard : only->predicates)
    isBefore =
        isBefore && std::find(user.predicates.begin(), user.predicates.end(),
                              guard) != user.predicates.end();
  return isBefore ? only : nullptr;
}

static std::set<std::string> readBy(const Kernel &kernel,
                                    const Instruction &insn) {
  std::set<std::string> result;
  mapExprs(std::make_shared<const Instruction>(insn), [&](const Expr &e) {
    collectNames(e, result, result);
    return e;
  });
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

std::map<std::string, const Instruction *>
loopyc::constantScalars(const Kernel &kernel) {
  std::map<std::string, int> assignments;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      ++assignments[name];
  std::map<std::string, const Instruction *> result;
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
      result.emplace(insn->assigneeNames().front(), insn.get());
  for (const InstructionPtr &user : kernel.instructions) {
    if (result.empty())
      break;
    for (const std::string &name : readBy(kernel, *user))
      if (auto found = result.find(name);
          found != result.end() && found->second != user.get() &&
          positionAt(*found->second, 0) >= positionAt(*user, 0))
        result.erase(found);
  }
  return result;
}
