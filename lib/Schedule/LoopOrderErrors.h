// Why loops cannot be opened once each, or not be put in order, and what helps;
// and what helps against races.
#ifndef LOOPYC_LIB_SCHEDULE_LOOPORDERERRORS_H
#define LOOPYC_LIB_SCHEDULE_LOOPORDERERRORS_H

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/Diagnostic.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// No loop holds all of the instructions, which are connected by loops that are
// not in `open`.
UserError noCommonLoop(const Kernel &kernel, const std::vector<int> &insns,
                       const std::set<std::string> &open);

// Items of a body, each a list of instructions, none of which can come first.
struct CyclicItems {
  const std::vector<std::vector<int>> &items;
  std::vector<std::set<int>> next; // by item: what has to come after it
  std::vector<int> pending;        // those left over
  std::vector<int> edges;          // of the dependence graph, in the body
  std::function<poly::Set(int edge)> relation;
};
UserError cyclicOrder(const Kernel &kernel, DependenceGraph &graph,
                      const CyclicItems &cyclic);

// What helps where a loop would run against the dependence: elements for each
// iteration, loops of their own, or another nesting.
std::string nestingRemedy(const Kernel &kernel, DependenceGraph &graph,
                          const DependenceEdge &edge);

// What helps where instances of the instruction meet: why it is no parallel
// reduction, if it nearly is one, and the remedy.
std::string unlessReduction(const Kernel &kernel, const Instruction &insn,
                            const std::string &remedy);

// What helps against a race: what makes it none, if that is known, or what is
// said otherwise.
std::string raceRemedy(const Kernel &kernel, DependenceGraph &graph,
                       const DependenceEdge &edge,
                       const std::string &otherwise);

} // namespace loopyc

#endif
