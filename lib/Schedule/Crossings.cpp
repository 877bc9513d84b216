#include "Crossings.h"

#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::Set;

NoSync Crossings::asserted(const DependenceEdge &edge) const {
  return noSyncOf(*kernel.instructions[edge.sink],
                  kernel.instructions[edge.source]->id);
}

// What every position has its own copy of.
bool Crossings::staysAtItsPosition(const DependenceEdge &edge,
                                   const HardwareAxisUse &axis) const {
  VariablePtr var =
      kernel.findVariable(graph.accesses()[edge.sourceAccess].variable);
  return var && var->isTemporary() &&
         (var->space == AddressSpace::Private ||
          (var->space == AddressSpace::Local && axis.isGroup()));
}

// Have source and sink a position each, rather than all of them?
bool Crossings::isPlaced(const DependenceEdge &edge,
                         const HardwareAxisUse &axis) const {
  return placement.coordinate(kernel, *kernel.instructions[edge.source],
                              axis) &&
         placement.coordinate(kernel, *kernel.instructions[edge.sink], axis);
}

// Does the sink wait for what groups that began before its own pass on? They
// are numbered as they begin.
bool Crossings::isPassedOn(const DependenceEdge &edge) const {
  return edge.source == edge.sink && edge.kind == DependenceKind::Flow &&
         kernel.instructions[edge.source]->looksBack();
}

// The pairs on different positions, whatever is asserted; null if there are
// certainly none. A replicated reader meets every position; so does a
// replicated source.
Set Crossings::crossing(const DependenceEdge &edge, const HardwareAxisUse &axis,
                        const Relation &relation) const {
  if (axis.isTrivial() || staysAtItsPosition(edge, axis))
    return Set();
  const Instruction &source = *kernel.instructions[edge.source];
  const Instruction &sink = *kernel.instructions[edge.sink];
  Coordinate from = placement.coordinate(kernel, source, axis);
  Coordinate to = placement.coordinate(kernel, sink, axis);
  if (!from || !to)
    return relation();
  if (graph.areEqual(edge, from, to))
    return Set();
  auto x = toAffine(from), y = toAffine(primedExpr(to, sink));
  if (!x || !y)
    return relation();
  if (axis.isGroup() && isPassedOn(edge))
    return relation().intersect(x->gt(*y));
  return relation().intersect(x->ne(*y));
}

Set Crossings::apart(const DependenceEdge &edge, const HardwareAxisUse &axis,
                     const Relation &relation) const {
  NoSync noSync = asserted(edge);
  // Pairs of different groups are a matter of the group axes.
  if (axis.isGroup() ? noSync.global : noSync.local)
    return Set();
  Set pairs = crossing(edge, axis, relation);
  return pairs && noSync.global ? unasserted(edge, pairs, noSync) : pairs;
}

bool Crossings::plainlyApart(const DependenceEdge &edge,
                             const HardwareAxisUse &axis) const {
  NoSync noSync = asserted(edge);
  VariablePtr var =
      kernel.findVariable(graph.accesses()[edge.sourceAccess].variable);
  bool isPrivate =
      var && var->isTemporary() && var->space == AddressSpace::Private;
  if (noSync.local || noSync.global || isPrivate || axis.isTrivial())
    return false;
  Coordinate from =
      placement.coordinate(kernel, *kernel.instructions[edge.source], axis);
  Coordinate to =
      placement.coordinate(kernel, *kernel.instructions[edge.sink], axis);
  return from && to && graph.plainlyDiffer(edge, from, to);
}

Set Crossings::unasserted(const DependenceEdge &edge, const Set &pairs,
                          const NoSync &noSync) const {
  Set groups = Set::empty(), items = Set::empty();
  for (const HardwareAxisUse &axis : placement.axes())
    if (isPlaced(edge, axis))
      if (Set some = crossing(edge, axis, [&] { return pairs; })) {
        Set &kind = axis.isGroup() ? groups : items;
        kind = kind.unite(some);
      }
  Set remaining = pairs;
  if (noSync.global)
    remaining = remaining.subtract(groups);
  if (noSync.local)
    remaining = remaining.subtract(items.subtract(groups));
  return remaining;
}

Set Crossings::ordered(const DependenceEdge &edge, const Set &relation) const {
  return isAsserted(edge) ? unasserted(edge, relation, asserted(edge))
                          : relation;
}
