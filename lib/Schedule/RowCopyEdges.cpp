#include "RowCopyEdges.h"

#include "loopyc/Analysis/ReferenceTimes.h"
#include "loopyc/Analysis/RowCopies.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::Set;

namespace {

class RowCopyEdges {
public:
  RowCopyEdges(DependenceGraph &graph, const Placement &placement)
      : graph(graph), kernel(graph.kernel()), placement(placement),
        affine(kernel) {}

  void run(const std::string &temporary) {
    const RowAxes axes = rowAxes(kernel, temporary);
    std::vector<int> copies;
    for (size_t a = 0; a < graph.accesses().size(); ++a)
      if (graph.accesses()[a].variable == temporary &&
          graph.accesses()[a].write)
        copies.push_back(static_cast<int>(a));
    if (copies.size() == 1 && isWhole(copies.front(), axes))
      return; // of one slot, all elements in turn
    const std::vector<DependenceEdge> known(graph.edges().begin(),
                                            graph.edges().end());
    for (int other : copies) {
      for (int copy : copies)
        add(DependenceKind::Output, copy, other,
            betweenCopies(axes, copy, other));
      for (const DependenceEdge &edge : known)
        if (edge.kind == DependenceKind::Flow && !edge.added &&
            graph.accesses()[edge.sourceAccess].variable == temporary)
          add(DependenceKind::Anti, edge.sinkAccess, other,
              afterUses(axes, edge, other));
    }
  }

private:
  const Instruction &insn(int access) const {
    return *kernel.instructions[graph.accesses()[access].instruction];
  }

  void add(DependenceKind kind, int source, int copy, const Set &relation) {
    if (relation.isEmpty())
      return;
    DependenceEdge::Added edge;
    edge.relation = [relation] { return relation; };
    graph.addEdge(kind, true, source, copy, std::move(edge));
  }

  // Does each copy bring the same columns and rows?
  bool isWhole(int copy, const RowAxes &axes) const {
    const std::vector<std::string> rows = rowInames(insn(copy), axes);
    const std::set<std::string> others = DomainIndex(kernel).rangeNames(rows);
    return insn(copy).predicates.empty() &&
           std::none_of(others.begin(), others.end(),
                        [&](const std::string &name) {
                          return kernel.hasIname(name);
                        });
  }

  // { copy -> other* : one slot of one group, from other places }
  Set otherElements(const RowAxes &axes, int copy, int other, Mark mark) {
    const Instruction &from = insn(copy), &to = insn(other);
    const Substitution by = markedReferences(to.inames, mark);
    const std::vector<Expr> own = firstElement(from, axes),
                            its = firstElement(to, axes);
    Set all = Set::empty();
    for (size_t axis = 0; axis < own.size(); ++axis) {
      auto x = affine(own[axis]), y = affine(substitute(its[axis], by));
      all = all.unite(x && y ? x->ne(*y) : Set::universe());
    }
    auto equate = [&](const Expr &here, const Expr &there) {
      auto x = affine(here), y = affine(substitute(there, by));
      if (x && y)
        all = all.intersect(x->eq(*y));
    };
    const std::vector<Expr> slot = operands(from.assignees().front()),
                            others = operands(to.assignees().front());
    for (size_t axis = 0; axis < slot.size(); ++axis)
      if (axis != axes.column && axis != axes.row)
        equate(slot[axis], others[axis]);
    for (const HardwareAxisUse &axis : placement.axes()) {
      Coordinate x = placement.coordinate(kernel, from, axis),
                 y = placement.coordinate(kernel, to, axis);
      if (axis.tellsApart(AddressSpace::Local) && x && y)
        equate(x, y);
    }
    return all.intersect(graph.instances()
                             .of(graph.accesses()[other].instruction)
                             .rename(markedNames(to.inames, mark)));
  }

  static ReferenceTime timeOf(const Instruction &insn, const Substitution &by) {
    ReferenceTime time;
    for (const Expr &component : insn.time)
      time.push_back(substitute(component, by));
    return time;
  }

  Set betweenCopies(const RowAxes &axes, int copy, int other) {
    const Instruction &to = insn(other);
    return otherElements(axes, copy, other, Mark::Prime)
        .intersect(
            graph.instances().of(graph.accesses()[copy].instruction))
        .intersect(timesOrdered(
            insn(copy).time,
            timeOf(to, markedReferences(to.inames, Mark::Prime)), false,
            affine))
        .coalesce();
  }

  // { use -> other' } of { copy -> use', other'' }
  Set afterUses(const RowAxes &axes, const DependenceEdge &edge, int other) {
    const Instruction &copy = insn(edge.sourceAccess),
                      &use = insn(edge.sinkAccess), &to = insn(other);
    Set all =
        otherElements(axes, edge.sourceAccess, other, Mark::DoublePrime);
    if (all.isEmpty())
      return all;
    all = all.intersect(graph.relation(edge))
              .intersect(timesOrdered(
                  timeOf(use, markedReferences(use.inames, Mark::Prime)),
                  timeOf(to, markedReferences(to.inames, Mark::DoublePrime)),
                  false, affine))
              .project(copy.inames);
    std::map<std::string, std::string> back, forth;
    for (const std::string &iname : use.inames)
      back[VarRef{iname, Mark::Prime}.str()] = iname;
    for (const std::string &iname : to.inames)
      forth[VarRef{iname, Mark::DoublePrime}.str()] =
          VarRef{iname, Mark::Prime}.str();
    return all.rename(back).rename(forth).coalesce();
  }

  DependenceGraph &graph;
  const Kernel &kernel;
  const Placement &placement;
  BoundedAffine affine;
};

} // namespace

void loopyc::addRowCopyEdges(DependenceGraph &graph,
                             const Placement &placement) {
  const std::vector<std::string> temporaries = rowCopies(graph.kernel());
  if (temporaries.empty())
    return;
  RowCopyEdges edges(graph, placement);
  for (const std::string &temporary : temporaries)
    if (graph.kernel().findVariable(temporary))
      edges.run(temporary);
}
