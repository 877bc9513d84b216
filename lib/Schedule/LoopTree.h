// The order of the kernel: loops opened once each, instructions inside them,
// barriers between them. Built from dependences and priorities, which it
// checks on the way: what the tree cannot satisfy is an error.
#ifndef LOOPYC_LIB_SCHEDULE_LOOPTREE_H
#define LOOPYC_LIB_SCHEDULE_LOOPTREE_H

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Lower/Placement.h"

#include <string>
#include <vector>

namespace loopyc {

// A dependence between work-items that some barrier must separate. Source and
// sink are below different children of one body, or below any children of a
// loop that carries the dependence.
struct BarrierNeed {
  int edge = -1;
  bool carried = false;
};

struct LoopTree {
  enum class Kind { Root, Loop, Leaf, Barrier } kind = Kind::Root;
  std::string iname;    // Loop
  int instruction = -1; // Leaf; Barrier that a script puts there
  std::vector<LoopTree> children;
  std::vector<BarrierNeed> needs; // of this body (Root, Loop)
  // Barrier:
  bool localMemory = false, globalMemory = false;
  std::string reason;
};

// Does the kernel compute a bound of this loop?
bool hasDataBound(const Kernel &kernel, const std::string &iname);

// Throws UserError where loops cannot be opened once each, where the order
// asked for violates a dependence, or where instances race.
LoopTree buildLoopTree(const Kernel &kernel, const Placement &placement,
                       DependenceGraph &graph);

// The fewest barriers that satisfy the tree's needs.
void insertBarriers(LoopTree &tree, const Kernel &kernel,
                    DependenceGraph &graph);

} // namespace loopyc

#endif
