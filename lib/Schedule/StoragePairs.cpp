#include "StoragePairs.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::Set;

bool loopyc::isReused(const Axis &axis) {
  return std::holds_alternative<ReusedAxis>(axis.tag);
}

bool loopyc::hasReusedAxes(const Variable &var) {
  return std::any_of(var.axes.begin(), var.axes.end(), isReused);
}

std::vector<StorageGroup> loopyc::storageGroups(const Kernel &kernel,
                                                bool withPrivate) {
  std::map<std::string, StorageGroup> groups;
  for (const VariablePtr &temp : kernel.temporaries)
    if (!temp->baseStorage.empty())
      groups["shared " + temp->baseStorage].push_back(temp);
    else if (hasReusedAxes(*temp) &&
             (withPrivate || temp->space != AddressSpace::Private))
      groups["own " + temp->name].push_back(temp);
  std::vector<StorageGroup> result;
  for (auto &[name, members] : groups)
    result.push_back(std::move(members));
  return result;
}

// Do the two lie in their storage in the same way?
static bool haveSameLayout(const Variable &a, const Variable &b) {
  return a.type == b.type &&
         std::equal(a.axes.begin(), a.axes.end(), b.axes.begin(), b.axes.end(),
                    [](const Axis &x, const Axis &y) {
                      return axisTagStr(x.tag) == axisTagStr(y.tag) &&
                             (isReused(x) ||
                              (x.extent && y.extent && x.extent == y.extent));
                    });
}

StoragePairs::StoragePairs(DependenceGraph &graph, const Placement &placement)
    : graph(graph), kernel(graph.kernel()), placement(placement) {
  for (size_t a = 0; a < graph.accesses().size(); ++a)
    byVariable[graph.accesses()[a].variable].push_back(static_cast<int>(a));
}

const std::vector<int> &
StoragePairs::accessesTo(const std::string &variable) const {
  static const std::vector<int> none;
  auto it = byVariable.find(variable);
  return it == byVariable.end() ? none : it->second;
}

StoragePairs::Equality StoragePairs::equalValues(const Variable &from,
                                                 const Variable &to,
                                                 const AccessInfo &source,
                                                 const AccessInfo &sink) const {
  Equality equal{Set::universe(), true};
  const Instruction &sinkInsn = *kernel.instructions[sink.instruction];
  for (size_t a = 0; a < from.axes.size(); ++a)
    for (size_t b = 0; b < to.axes.size(); ++b) {
      if (!isReused(from.axes[a]) || !isReused(to.axes[b]) ||
          from.axes[a].name != to.axes[b].name)
        continue;
      auto x = toAffine(source.location[a]);
      auto y = toAffine(primedExpr(sink.location[b], sinkInsn));
      if (x && y)
        equal.pairs = equal.pairs.intersect(x->eq(*y));
      else
        equal.exact = false;
    }
  return equal;
}

Set StoragePairs::ofAnyValues(const Variable &from, const Variable &to,
                              int sourceAccess, int sinkAccess) {
  const AccessInfo &source = graph.accesses()[sourceAccess];
  const AccessInfo &sink = graph.accesses()[sinkAccess];
  const Instruction &sinkInsn = *kernel.instructions[sink.instruction];
  return graph.instances()
      .of(source.instruction)
      .intersect(
          graph.instances().of(sink.instruction).rename(primes(sinkInsn)))
      .intersect(sameOwner(from, source, sink))
      .intersect(sameStorage(from, to, source, sink));
}

Set StoragePairs::ofEqualValues(const Variable &from, const Variable &to,
                                int source, int sink) {
  Equality equal =
      equalValues(from, to, graph.accesses()[source], graph.accesses()[sink]);
  return ofAnyValues(from, to, source, sink).intersect(equal.pairs).coalesce();
}

Set StoragePairs::ofDifferingValues(const Variable &from, const Variable &to,
                                    int source, int sink) {
  Equality equal =
      equalValues(from, to, graph.accesses()[source], graph.accesses()[sink]);
  Set all = ofAnyValues(from, to, source, sink);
  return (equal.exact ? all.subtract(equal.pairs) : all).coalesce();
}

// Of one temporary, the same element. Of several, which need not touch all
// elements in turn, all but other copies: those that ilp and vec inames have
// (the axes behind the reused ones).
Set StoragePairs::sameStorage(const Variable &from, const Variable &to,
                              const AccessInfo &source,
                              const AccessInfo &sink) const {
  Set same = Set::universe();
  if (!haveSameLayout(from, to))
    return same;
  const Instruction &sinkInsn = *kernel.instructions[sink.instruction];
  bool isCopy = from.name == to.name;
  for (size_t a = 0; a < from.axes.size(); ++a) {
    isCopy |= isReused(from.axes[a]);
    if (!isCopy || isReused(from.axes[a]))
      continue;
    auto x = toAffine(source.location[a]);
    auto y = toAffine(primedExpr(sink.location[a], sinkInsn));
    if (x && y)
      same = same.intersect(x->eq(*y));
  }
  return same;
}

// Each work-item (group) has its own private (local) memory.
Set StoragePairs::sameOwner(const Variable &var, const AccessInfo &source,
                            const AccessInfo &sink) const {
  Set same = Set::universe();
  const Instruction &from = *kernel.instructions[source.instruction];
  const Instruction &to = *kernel.instructions[sink.instruction];
  for (const HardwareAxisUse &axis : placement.axes()) {
    if (!axis.tellsApart(var.space))
      continue;
    Coordinate x = placement.coordinate(kernel, from, axis);
    Coordinate y = placement.coordinate(kernel, to, axis);
    if (!x || !y)
      continue;
    auto here = toAffine(x), there = toAffine(primedExpr(y, to));
    if (here && there)
      same = same.intersect(here->eq(*there));
  }
  return same;
}
