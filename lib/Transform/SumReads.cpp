#include "SumReads.h"

#include "loopyc/Analysis/ReferenceTimes.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::Set;

// In the order of the program, which updates keep.
static AccessFilter accessesOf(const std::string &variable) {
  return [variable](AccessInfo &access) {
    access.update.reset();
    return access.variable == variable;
  };
}

static bool has(const Instruction &insn, const Predicate &guard) {
  const auto &own = insn.predicates;
  return std::find(own.begin(), own.end(), guard) != own.end();
}

SumReads::SumReads(const Kernel &kernel, const std::string &variable)
    : kernel(kernel), variable(variable), unguarded(kernel) {
  DependenceGraph all(kernel, accessesOf(variable));
  std::vector<Predicate> shared = sharedGuards(all);
  for (InstructionPtr &insn : unguarded.instructions) {
    auto copy = std::make_shared<Instruction>(*insn);
    auto &own = copy->predicates;
    own.erase(std::remove_if(own.begin(), own.end(),
                             [&](const Predicate &guard) {
                               return std::find(shared.begin(), shared.end(),
                                                guard) != shared.end();
                             }),
              own.end());
    insn = std::move(copy);
  }
  graph = std::make_unique<DependenceGraph>(unguarded, accessesOf(variable));
}

// Guards on data around all accesses, which do not change from a write to a
// read: where a read happens, its writes happened.
std::vector<Predicate> SumReads::sharedGuards(DependenceGraph &all) const {
  std::vector<Predicate> shared;
  if (all.accesses().empty())
    return shared;
  MoveCheck check(kernel);
  auto changes = [&](const Predicate &guard, const DependenceEdge &edge) {
    std::set<std::string> names, arrays;
    collectNames(guard, names, arrays);
    for (const std::string &name : names)
      if (kernel.hasIname(name) && !all.isPinned(edge, name))
        return true; // the guard of another iteration
    const Instruction &sink = *kernel.instructions[edge.sink];
    Move move{kernel.instructions[edge.source]->time, {}, all.conflicts(edge)};
    for (const Expr &component : sink.time)
      move.later.push_back(primedExpr(component, sink));
    return check.clobbered(guard, move).has_value();
  };
  auto isSteady = [&](const Predicate &guard) {
    return std::none_of(all.edges().begin(), all.edges().end(),
                        [&](const DependenceEdge &edge) {
                          return edge.kind == DependenceKind::Flow &&
                                 changes(guard, edge);
                        });
  };
  int first = all.accesses().front().instruction;
  for (const Predicate &guard : kernel.instructions[first]->predicates) {
    bool everywhere = std::all_of(
        all.accesses().begin(), all.accesses().end(),
        [&](const AccessInfo &access) {
          return has(*kernel.instructions[access.instruction], guard);
        });
    if (everywhere && !toCondition(guard) && isSteady(guard))
      shared.push_back(guard);
  }
  return shared;
}

const Set &SumReads::instances(int reader) {
  return graph->instances().of(reader);
}

// Do the loops and subscripts say which instances depend?
bool SumReads::isExact(const DependenceEdge &edge) {
  if (!graph->instances().exact(edge.source))
    return false;
  BoundedAffine affine(kernel);
  for (int a : {edge.sourceAccess, edge.sinkAccess})
    for (const Expr &where : graph->accesses()[a].location)
      if (!affine(where))
        return false;
  return true;
}

std::optional<Set> SumReads::increased(int reader, const Expr &reference,
                                       const std::vector<int> &increments) {
  Set points = Set::empty();
  for (const DependenceEdge &edge : graph->edges()) {
    if (edge.kind != DependenceKind::Flow || edge.sink != reader ||
        graph->accesses()[edge.sinkAccess].reference != reference)
      continue;
    if (!isExact(edge))
      return std::nullopt;
    if (std::find(increments.begin(), increments.end(), edge.source) ==
        increments.end())
      continue;
    const Instruction &source = *unguarded.instructions[edge.source];
    std::map<std::string, std::string> plain;
    for (const auto &[iname, prime] :
         primes(*unguarded.instructions[edge.sink]))
      plain[prime] = iname;
    points = points.unite(
        graph->relation(edge).project(source.inames).rename(plain));
  }
  return points.coalesce();
}
