#include "LastWriters.h"

#include "DependenceScan.h"
#include "loopyc/IR/SetNames.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static std::string timeName(int component) {
  return auxiliaryName("s" + std::to_string(component));
}

static std::string laterTimeName(int component) {
  return auxiliaryName("s" + std::to_string(component) + "+");
}

// Padded time components of a write, by timeName.
Set LastWriters::atTime(const Set &pairs, const Instruction &insn,
                        const Compared &compared) {
  Set result = pairs;
  for (int c = compared.component; c <= 2 * compared.depth; ++c) {
    const int d = c / 2;
    if (c % 2 == 0)
      result = result.fix(timeName(c), positionAt(insn, d));
    else if (auto loop = graph.affine(loopAt(insn, d)))
      result = result.equate(timeName(c), *loop);
  }
  return result;
}

LastWriters::Compared LastWriters::compared(const WritesList &writes,
                                            int component) {
  Compared result{component, 0, Set::empty()};
  for (const KnownWrites::Writes *of : writes)
    result.depth = std::max(result.depth,
                            loopDepth(sourceOf(graph.edges()[of->edge])));
  for (const KnownWrites::Writes *of : writes) {
    if (of->certain.isEmpty())
      continue;
    const Instruction &writer = sourceOf(graph.edges()[of->edge]);
    result.last = result.last.unite(
        atTime(of->certain, writer, result).project(writer.inames));
  }
  if (result.last.isEmpty())
    return result;
  Names times;
  for (int c = component; c <= 2 * result.depth; ++c)
    times.push_back(timeName(c));
  result.last = result.last.intersect(known.reads()).lexmax(times);
  return result;
}

const LastWriters::Compared &LastWriters::comparedAt(OrderLevel level) {
  auto [made, isNew] = byComponent.try_emplace(level.component());
  if (!isNew)
    return made->second;
  WritesList writes;
  for (const KnownWrites::Writes &of : known.writes())
    if (of.level == level)
      writes.push_back(&of);
  return made->second = compared(writes, level.component());
}

// Hidden: a later certain write exists. Component by component, most of which
// are numbers, so that few cases are left of each.
Set LastWriters::notHidden(const Set &pairs, const Instruction &source,
                           const Compared &compared) {
  if (compared.last.isEmpty())
    return pairs;
  Names all;
  std::map<std::string, std::string> later;
  for (int c = compared.component; c <= 2 * compared.depth; ++c) {
    all.push_back(timeName(c));
    later[timeName(c)] = laterTimeName(c);
  }
  for (const auto &[own, next] : later)
    all.push_back(next);
  Set equalSoFar = atTime(pairs, source, compared)
                       .intersect(compared.last.rename(later));
  Set gone = Set::empty();
  for (int c = compared.component;
       c <= 2 * compared.depth && !equalSoFar.isEmpty(); ++c) {
    PwAff own = PwAff::name(timeName(c)), next = PwAff::name(laterTimeName(c));
    gone = gone.unite(equalSoFar.intersect(own.lt(next)).project(all));
    equalSoFar = equalSoFar.intersect(own.eq(next));
  }
  return pairs.subtract(gone);
}

// Of writes that are certain, none is later than the last: what is left are
// those at its time.
Set LastWriters::atLast(const Set &pairs, const Instruction &source,
                        const Compared &compared) {
  Names times;
  for (int c = compared.component; c <= 2 * compared.depth; ++c)
    times.push_back(timeName(c));
  return atTime(pairs, source, compared)
      .intersect(compared.last)
      .project(times);
}

bool LastWriters::writesEachOnce(DependenceGraph &graph,
                                 const DependenceEdge &edge) {
  const Instruction &writer = *graph.kernel().instructions[edge.source];
  if (!graph.instances().dataOf(edge.source).empty() ||
      !graph.hasAffineLocation(edge.sourceAccess))
    return false;
  Set one = graph.instances().withData(edge.source);
  for (int d = 0; d < edge.levels.front().depth; ++d) {
    auto loop = graph.affine(loopAt(writer, d));
    if (!loop)
      return false;
    one = one.equate(timeName(2 * d + 1), *loop);
  }
  const AccessInfo &access = graph.accesses()[edge.sourceAccess];
  for (size_t axis = 0; axis < access.location.size(); ++axis) {
    auto where = access.location[axis] ? graph.affine(access.location[axis])
                                       : std::nullopt;
    if (!where)
      return false;
    one = one.equate(auxiliaryName("e" + std::to_string(axis)), *where);
  }
  const auto marked = markedNames(writer.inames, Mark::Prime);
  const Set two = one.intersect(one.rename(marked));
  return std::all_of(
      writer.inames.begin(), writer.inames.end(),
      [&](const std::string &iname) {
        PwAff own = PwAff::name(iname), other = PwAff::name(marked.at(iname));
        return two.intersect(own.lt(other)).isEmpty();
      });
}

Set LastWriters::of(const DependenceEdge &flow) {
  Set result = Set::empty();
  for (const KnownWrites::Writes &writes : known.writes()) {
    if (&graph.edges()[writes.edge] != &flow)
      continue;
    Set possible = writes.possible.intersect(known.reads());
    if (possible.isEmpty())
      continue;
    const Compared &compared = comparedAt(writes.level);
    result = result.unite(writes.areCertain
                              ? atLast(possible, sourceOf(flow), compared)
                              : notHidden(possible, sourceOf(flow), compared));
  }
  return result.project(known.data()).coalesce();
}

Set LastWriters::among(const DependenceEdge &edge, const Set &pairs) {
  if (!ofAllLevels) {
    WritesList all;
    for (const KnownWrites::Writes &writes : known.writes())
      all.push_back(&writes);
    ofAllLevels = compared(all, 0);
  }
  return notHidden(pairs.intersect(known.reads()), sourceOf(edge),
                   *ofAllLevels)
      .project(known.data())
      .coalesce();
}
