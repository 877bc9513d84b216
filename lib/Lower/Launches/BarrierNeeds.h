// Which dependences go from one work-group to another, and where a global
// barrier would have to be passed between their ends.
#ifndef LOOPYC_LIB_LOWER_LAUNCHES_BARRIERNEEDS_H
#define LOOPYC_LIB_LOWER_LAUNCHES_BARRIERNEEDS_H

#include "Launches/HostTree.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Lower/Placement.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// A global barrier must be passed from the source to the sink, if the edge has
// pairs that say so: which is not asked where barriers serve it that others
// need.
struct BarrierNeed {
  std::vector<std::string> loops; // around it, outermost first
  bool carried = false;           // by the last of these
  std::string source, sink;       // instruction ids
  std::string variable;
  std::vector<int64_t> end; // the sink's place in the text
  const DependenceEdge *edge = nullptr;
};

// The pairs of a dependence in different work-groups.
struct Apart {
  poly::Set pairs; // null: there are certainly none
  // Are they there only while one of the ends runs in all work-groups along an
  // axis that others have in its launch?
  bool replicated = false;
};

// Of these, by the loops around both ends: does each carry some, and are some
// in one iteration of all?
struct ApartInLoops {
  std::vector<bool> carried;
  bool inOne = false, replicated = false;
};

class NeedFinder {
public:
  NeedFinder(const Kernel &kernel, DependenceMemo &memo)
      : kernel(kernel), axisBounds(computedAxisBounds(kernel)),
        placement(kernel, axisBounds), graph(kernel, {}, &memo), tree(kernel) {
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      for (const HardwareAxisUse &axis : placement.axes())
        if (tree.isPlaced(i) && !placement.inameOn(insn(i), axis).empty())
          axes[tree.place(i).positions].insert(axis);
  }

  // What may be needed, but for dependences on the variables `without`.
  std::vector<BarrierNeed> find(const std::set<std::string> &without);
  bool isReal(const BarrierNeed &need);
  bool isReplicated(const BarrierNeed &need) {
    return inLoops(*need.edge).replicated;
  }

private:
  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }
  bool sizesLaunch(const DependenceEdge &edge) const;
  bool isShared(const DependenceEdge &edge) const;
  std::vector<std::string> commonLoops(const DependenceEdge &edge) const;
  bool isCut(const DependenceEdge &edge) const;
  void addNeeds(const DependenceEdge &edge, std::vector<BarrierNeed> &needs);

  Apart apart(const DependenceEdge &edge);
  const ApartInLoops &inLoops(const DependenceEdge &edge);
  bool inOneGroup(const DependenceEdge &edge, const GridAxis &axis) const;
  bool isExcused(const DependenceEdge &edge) const;

  const Kernel &kernel;
  std::set<std::string> axisBounds; // that the kernel computes
  Placement placement;
  DependenceGraph graph;
  HostTree tree;
  // The axes that launches have, by the positions of their instructions.
  std::map<std::vector<int>, std::set<GridAxis>> axes;
  std::map<const DependenceEdge *, ApartInLoops> known;
};

} // namespace loopyc

#endif
