// Dependences of the iterations of a loop, or of a nest of loops, on each
// other: what certainly happens, whatever the data, so that a warning is right.
#ifndef LOOPYC_LIB_FRONTEND_CERTAINDEPENDENCES_H
#define LOOPYC_LIB_FRONTEND_CERTAINDEPENDENCES_H

#include "loopyc/Analysis/DependenceGraph.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class CertainDependences {
public:
  // `inames`: of the loops, from outer to inner.
  CertainDependences(DependenceGraph &graph, std::vector<std::string> inames)
      : graph(graph), instances(graph.kernel()), inames(std::move(inames)) {}

  bool isInside(int instruction) const;
  // Does it happen in each iteration that reaches it, at a place that no data
  // decide?
  bool isPlain(int access) const;
  // Do data choose its element?
  bool isChosen(int access) const;
  // Between two iterations, in one of the loops around; not where sizes that
  // these have for no other reason decide, as n = 0 does of
  //   do j = 1, m;  a(0, j) = a(n, 1)
  bool areCarried(const DependenceEdge &edge);

  const std::string &variable(const DependenceEdge &edge) const {
    return graph.accesses()[edge.sourceAccess].variable;
  }
  const Instruction &insn(int number) const {
    return *graph.kernel().instructions[number];
  }

private:
  bool isFixed(const std::string &name) const;
  bool isWithinData(int access) const;
  poly::Set apart(const DependenceEdge &edge, poly::Set pairs) const;

  DependenceGraph &graph;
  InstanceSets instances;
  std::vector<std::string> inames;
};

// What reads or assigns the variable in the loop otherwise than to update it by
// the operation; null: nothing does.
const Instruction *otherUse(const Kernel &kernel, const std::string &iname,
                            const std::string &variable, ReductionOp op);

} // namespace frontend
} // namespace loopyc

#endif
