// Which pairs of a dependence are on different work-items or groups, and which
// of these need order: all but those that the user asserts with add_nosync.
#ifndef LOOPYC_LIB_SCHEDULE_CROSSINGS_H
#define LOOPYC_LIB_SCHEDULE_CROSSINGS_H

#include "loopyc/Lower/Placement.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/NoSync.h"

#include <functional>

namespace loopyc {

class Crossings {
public:
  Crossings(const Kernel &kernel, const Placement &placement,
            DependenceGraph &graph)
      : kernel(kernel), placement(placement), graph(graph) {}

  using Relation = std::function<poly::Set()>; // made when it is asked for

  // { i -> i' in the relation : on different positions of the axis }, less what
  // is asserted; null if there are certainly none.
  poly::Set apart(const DependenceEdge &edge, const HardwareAxisUse &axis,
                  const Relation &relation) const;
  // Do certainly some pairs differ on this axis, by the words alone?
  bool plainlyApart(const DependenceEdge &edge,
                    const HardwareAxisUse &axis) const;
  // Is anything asserted of it?
  bool isAsserted(const DependenceEdge &edge) const {
    NoSync noSync = asserted(edge);
    return noSync.local || noSync.global;
  }
  // The pairs of the relation that are not asserted away: those on one
  // work-item, and those that nothing is asserted of.
  poly::Set ordered(const DependenceEdge &edge,
                    const poly::Set &relation) const;

private:
  poly::Set crossing(const DependenceEdge &edge, const HardwareAxisUse &axis,
                     const Relation &relation) const;
  NoSync asserted(const DependenceEdge &edge) const;
  poly::Set unasserted(const DependenceEdge &edge, const poly::Set &pairs,
                       const NoSync &noSync) const;
  bool staysAtItsPosition(const DependenceEdge &edge,
                          const HardwareAxisUse &axis) const;
  bool isPassedOn(const DependenceEdge &edge) const;
  bool isPlaced(const DependenceEdge &edge, const HardwareAxisUse &axis) const;

  const Kernel &kernel;
  const Placement &placement;
  DependenceGraph &graph;
};

} // namespace loopyc

#endif
