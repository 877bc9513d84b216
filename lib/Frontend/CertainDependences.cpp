#include "CertainDependences.h"

#include "loopyc/Analysis/Accesses.h"
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

// Do data say how far the loops go that its element depends on?
bool CertainDependences::isWithinData(int number) const {
  const Kernel &kernel = graph.kernel();
  std::set<std::string> names;
  for (const Expr &e : graph.accesses()[number].location)
    if (e)
      collectNames(e, names, names);
  return std::any_of(names.begin(), names.end(), [&](const auto &iname) {
    if (!kernel.hasIname(iname))
      return false;
    for (const std::string &name :
         kernel.domains[kernel.domainOf(iname)].names())
      if (!isFixed(name))
        return true;
    return false;
  });
}

bool CertainDependences::isPlain(int number) const {
  const AccessInfo &access = graph.accesses()[number];
  const Instruction &instruction = insn(access.instruction);
  return access.conditions.empty() && !access.several && !isChosen(number) &&
         !isWithinData(number) &&
         std::all_of(instruction.predicates.begin(),
                     instruction.predicates.end(),
                     [](const Expr &e) { return bool(toCondition(e)); });
}

// Those of the pairs that are of two iterations, in one of the loops around.
Set CertainDependences::apart(const DependenceEdge &edge, Set pairs) const {
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
  return pairs.intersect(differ);
}

// Has a size an end among those of the one set, and none among the others?
static bool isLimited(const Set &some, const Set &all) {
  for (const std::string &size : some.names()) {
    const Set one = some.projectOnto({size}), any = all.projectOnto({size});
    if ((one.maxConst(size) && !any.maxConst(size)) ||
        (one.minConst(size) && !any.minConst(size)))
      return true;
  }
  return false;
}

bool CertainDependences::areCarried(const DependenceEdge &edge) {
  if (edge.identity || !isInside(edge.source) || !isInside(edge.sink) ||
      !isPlain(edge.sourceAccess) || !isPlain(edge.sinkAccess))
    return false;
  const Set meeting = apart(edge, graph.relation(edge).flat());
  if (meeting.isEmpty())
    return false;
  const auto prime = primes(insn(edge.sink));
  const Set both = instances.of(edge.source).intersect(
      instances.of(edge.sink).rename(prime));
  poly::Names all = insn(edge.source).inames;
  for (const auto &[iname, sink] : prime)
    all.push_back(sink);
  return !isLimited(meeting.project(all), apart(edge, both).project(all));
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
