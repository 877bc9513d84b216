#include "CertainDependences.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;
using poly::Set;

bool CertainDependences::isInside(int instruction) const {
  return insn(instruction).within(inames.back());
}

bool CertainDependences::isFixed(const std::string &name) const {
  VariablePtr variable = graph.kernel().findVariable(name);
  return graph.kernel().hasIname(name) || (variable && variable->isValue());
}

bool CertainDependences::isChosen(int number) const {
  const AccessInfo &access = graph.accesses()[number];
  return !std::all_of(
      access.location.begin(), access.location.end(), [&](const Expr &e) {
        return e && toAffine(e, [&](const std::string &name) {
                 return isFixed(name);
               });
      });
}

bool CertainDependences::isPlain(int number) const {
  const AccessInfo &access = graph.accesses()[number];
  const Instruction &instruction = insn(access.instruction);
  return access.conditions.empty() && !access.several && !isChosen(number) &&
         std::all_of(instruction.predicates.begin(),
                     instruction.predicates.end(),
                     [](const Expr &e) { return bool(toCondition(e)); });
}

bool CertainDependences::areCarried(const DependenceEdge &edge) const {
  if (edge.identity || !isInside(edge.source) || !isInside(edge.sink) ||
      !isPlain(edge.sourceAccess) || !isPlain(edge.sinkAccess))
    return false;
  Set pairs = graph.relation(edge);
  auto prime = primes(insn(edge.sink));
  for (const std::string &iname : insn(edge.source).inames) {
    if (iname == inames.front())
      break;
    if (prime.count(iname))
      pairs =
          pairs.intersect(PwAff::name(iname).eq(PwAff::name(prime.at(iname))));
  }
  Set differ = Set::empty();
  for (const std::string &iname : inames)
    differ = differ.unite(PwAff::name(iname).ne(PwAff::name(prime.at(iname))));
  return !pairs.intersect(differ).isEmpty();
}

const Instruction *frontend::otherUse(const Kernel &kernel,
                                      const std::string &iname,
                                      const std::string &variable,
                                      ReductionOp op) {
  for (const InstructionPtr &instruction : kernel.instructions) {
    if (!instruction->within(iname))
      continue;
    std::set<std::string> read;
    for (const Predicate &guard : instruction->predicates)
      collectNames(guard, read, read);
    const Update *update = instruction->update();
    bool updates = update && update->op == op && instruction->assigns(variable);
    if (!updates)
      for (const Expr &e : instruction->reads())
        collectNames(e, read, read);
    if (read.count(variable) || (instruction->assigns(variable) && !updates))
      return instruction.get();
  }
  return nullptr;
}
