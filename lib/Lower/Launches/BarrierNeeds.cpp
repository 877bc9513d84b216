#include "Launches/BarrierNeeds.h"

#include "Launches/LaunchOrder.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// Does the source compute how many work-groups the sink is launched for?
bool NeedFinder::sizesLaunch(const DependenceEdge &edge) const {
  const std::string &name = graph.accesses()[edge.sourceAccess].variable;
  if (!passesValue(edge.kind))
    return false;
  return llvm::any_of(insn(edge.sink).inames, [&](const std::string &iname) {
    return axisBounds.count(name) &&
           kernel.domains[kernel.domainOf(iname)].involves(name);
  });
}

// A temporary that stays with its work-group is no other's matter.
bool NeedFinder::isShared(const DependenceEdge &edge) const {
  VariablePtr var =
      kernel.findVariable(graph.accesses()[edge.sourceAccess].variable);
  return var && (!var->isTemporary() || var->space == AddressSpace::Global);
}

// Is there no such axis where both are launched?
bool NeedFinder::inOneGroup(const DependenceEdge &edge,
                            const GridAxis &axis) const {
  if (!tree.isPlaced(edge.source) || !tree.isPlaced(edge.sink) ||
      tree.place(edge.source).positions != tree.place(edge.sink).positions)
    return false;
  auto launch = axes.find(tree.place(edge.source).positions);
  return launch == axes.end() || !launch->second.count(axis);
}

// Does a script say that the two need no order in different groups?
bool NeedFinder::isExcused(const DependenceEdge &edge) const {
  const Instruction &source = insn(edge.source), &sink = insn(edge.sink);
  return noSyncOf(sink, source.id).global ||
         (edge.kind == DependenceKind::Update &&
          noSyncOf(source, sink.id).global);
}

// What an instruction computes for every work-item is read where it was
// computed, but what it reads for that may be anyone's.
Apart NeedFinder::apart(const DependenceEdge &edge) {
  if (sizesLaunch(edge))
    return {graph.conflicts(edge)};
  if (isExcused(edge))
    return {};
  Set placed, replicated;
  for (const HardwareAxisUse &axis : placement.axes()) {
    const Instruction &source = insn(edge.source), &sink = insn(edge.sink);
    Coordinate from = placement.coordinate(kernel, source, axis);
    Coordinate to = placement.coordinate(kernel, sink, axis);
    if (axis.isLocal() || axis.isTrivial() || inOneGroup(edge, axis) ||
        (!from && !isShared(edge)))
      continue;
    if (from && to && graph.areEqual(edge, from, to))
      continue;
    auto x = from ? toAffine(from) : std::nullopt;
    auto y = to ? toAffine(primedExpr(to, sink)) : std::nullopt;
    // What a work-item has of its own hides what others wrote in theirs.
    Set differing = x && y ? x->ne(*y) : Set::universe();
    Set pairs = isShared(edge) ? graph.conflicts(edge).intersect(differing)
                               : graph.relationAmong(edge, differing);
    Set &all = from && to ? placed : replicated;
    all = all ? all.unite(pairs) : pairs;
  }
  bool isPlaced = placed && !placed.isEmpty();
  if (isPlaced && replicated)
    placed = placed.unite(replicated);
  if (isPlaced)
    return {placed};
  return replicated && !replicated.isEmpty() ? Apart{replicated, true}
                                             : Apart();
}

// Sequential loops around both, as bounds and the script want them nested, else
// in the order of the source's.
std::vector<std::string>
NeedFinder::commonLoops(const DependenceEdge &edge) const {
  std::vector<std::string> open, result;
  for (const std::string &iname : insn(edge.source).inames)
    if (kernel.tagOf(iname).nesting() == LoopNesting::Loop &&
        insn(edge.sink).within(iname))
      open.push_back(iname);
  while (!open.empty()) {
    auto isOutermost = [&](const std::string &iname) {
      return llvm::none_of(open, [&](const std::string &other) {
        return other != iname &&
               isAskedOutside(kernel, other, iname).value_or(false);
      });
    };
    auto next = llvm::find_if(open, isOutermost);
    if (next == open.end())
      next = open.begin();
    result.push_back(*next);
    open.erase(next);
  }
  return result;
}

// Are source and sink in different launches, whatever pairs there are? See
// isServed.
bool NeedFinder::isCut(const DependenceEdge &edge) const {
  if (!tree.isPlaced(edge.source) || !tree.isPlaced(edge.sink) ||
      !commonLoops(edge).empty())
    return false;
  const HostPlace &from = tree.place(edge.source), &to = tree.place(edge.sink);
  return from.commonLoops(to) == 0 && (from.isBefore(to) || to.isBefore(from));
}

const ApartInLoops &NeedFinder::inLoops(const DependenceEdge &edge) {
  auto [found, isNew] = known.try_emplace(&edge);
  ApartInLoops &result = found->second;
  if (!isNew)
    return result;
  const Apart all = apart(edge);
  const std::vector<std::string> loops = commonLoops(edge);
  result.carried.resize(loops.size());
  result.replicated = all.replicated;
  if (!all.pairs)
    return result;
  Set pairs = all.pairs;
  std::map<std::string, std::string> prime = primes(insn(edge.sink));
  for (size_t l = 0; l < loops.size() && !pairs.isEmpty(); ++l) {
    Set equal = PwAff::name(loops[l]).eq(PwAff::name(prime.at(loops[l])));
    result.carried[l] = !pairs.isSubset(equal);
    pairs = pairs.intersect(equal);
  }
  result.inOne = !pairs.isEmpty();
  return result;
}

bool NeedFinder::isReal(const BarrierNeed &need) {
  const ApartInLoops &found = inLoops(*need.edge);
  return need.carried ? found.carried[need.loops.size() - 1] : found.inOne;
}

void NeedFinder::addNeeds(const DependenceEdge &edge,
                          std::vector<BarrierNeed> &needs) {
  if (isCut(edge))
    return;
  BarrierNeed need;
  need.edge = &edge;
  need.source = insn(edge.source).id;
  need.sink = insn(edge.sink).id;
  need.variable = graph.accesses()[edge.sourceAccess].variable;
  need.end = textPosition(insn(edge.sink));
  need.carried = true;
  for (const std::string &iname : commonLoops(edge)) {
    need.loops.push_back(iname);
    needs.push_back(need);
  }
  need.carried = false;
  // In one iteration, no barrier comes between instances of one instruction,
  // or what comes later in the text and what comes before.
  if (textPosition(insn(edge.source)) < need.end)
    needs.push_back(std::move(need));
}

std::vector<BarrierNeed>
NeedFinder::find(const std::set<std::string> &without) {
  std::vector<BarrierNeed> needs;
  for (const DependenceEdge &edge : graph.edges()) {
    if (without.count(graph.accesses()[edge.sourceAccess].variable))
      continue;
    // A barrier reads the bounds of its loops, but nothing comes of it.
    bool isDone = !isGlobalBarrier(insn(edge.source)) &&
                  !isGlobalBarrier(insn(edge.sink));
    if (edge.source == edge.sink && edge.kind == DependenceKind::Flow &&
        insn(edge.source).looksBack())
      continue; // it waits by itself
    if (isDone && edge.exclusive && (isShared(edge) || passesValue(edge.kind)))
      addNeeds(edge, needs);
  }
  llvm::stable_sort(needs, [](const BarrierNeed &a, const BarrierNeed &b) {
    if (a.carried != b.carried)
      return !a.carried;
    if (a.loops.size() != b.loops.size())
      return a.loops.size() > b.loops.size();
    return !a.carried && a.end < b.end;
  });
  return needs;
}
