// A pair of instances that shows a dependence to be real.
#ifndef LOOPYC_LIB_ANALYSIS_COUNTEREXAMPLE_H
#define LOOPYC_LIB_ANALYSIS_COUNTEREXAMPLE_H

#include "loopyc/Analysis/DependenceGraph.h"

#include <optional>
#include <string>

namespace loopyc {

struct Counterexample {
  // Source and sink, at which both access one element; none if no pair could
  // be shown to.
  std::optional<poly::Point> pair;
  // A subscript that is not affine, so that the pairs are more than those
  // that conflict; "" if there is none.
  std::string subscript;
  // Are there conditions or bounds that the kernel computes, under which alone
  // both instances run?
  bool isConditional = false;
};

// `pairs`: of the edge, those that cannot be kept.
Counterexample findCounterexample(const Kernel &kernel, DependenceGraph &graph,
                                  const DependenceEdge &edge,
                                  const poly::Set &pairs);

} // namespace loopyc

#endif
