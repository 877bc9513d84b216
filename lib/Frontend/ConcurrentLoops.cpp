#include "ConcurrentLoops.h"

#include "CertainDependences.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/Support/Diagnostic.h"

#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

// As Fortran writes it.
static std::string spelledReduction(ReductionOp op) {
  switch (op) {
  case ReductionOp::Add:
    return "+";
  case ReductionOp::Mul:
    return "*";
  case ReductionOp::And:
  case ReductionOp::Or:
  case ReductionOp::Eqv:
  case ReductionOp::Neqv:
    return std::string(".") + reductionName(op) + ".";
  default:
    return reductionName(op);
  }
}

namespace {

class Check {
public:
  Check(const ConcurrentLoop &loop, DependenceGraph &graph)
      : loop(loop), graph(graph), dependences(graph, loop.inames) {}

  void run() {
    for (const auto &[name, op] : loop.reduced)
      checkReduction(name, op);
    std::set<std::string> told;
    for (const DependenceEdge &edge : graph.edges()) {
      const std::string &variable = dependences.variable(edge);
      if (!loop.reduced.count(variable) && !told.count(variable) &&
          contradicts(edge)) {
        told.insert(variable);
        warn("do-concurrent",
             "the iterations of this 'do concurrent' depend on each other: " +
                 what(edge) +
                 "; the kernel does what one after the other does. " +
                 remedy(variable),
             loop.range);
      }
    }
  }

private:
  std::string what(const DependenceEdge &edge) const {
    std::string variable = "'" + dependences.variable(edge) + "'";
    return edge.kind == DependenceKind::Output
               ? variable + " is assigned by several"
               : variable + " has in one the value that another assigns";
  }

  std::string remedy(const std::string &variable) const {
    return graph.kernel().findVariable(variable)->isScalar()
               ? "Declare what is each iteration's own as local, a sum as "
                 "reduce(+: " +
                     variable + "), or write a plain loop"
               : "Write a plain loop";
  }

  bool contradicts(const DependenceEdge &edge) {
    VariablePtr variable =
        graph.kernel().findVariable(dependences.variable(edge));
    // Each iteration may have a temporary of its own.
    return !(variable->isTemporary() && !passesValue(edge.kind)) &&
           dependences.areCarried(edge);
  }

  void checkReduction(const std::string &name, ReductionOp op) const {
    if (const Instruction *other =
            otherUse(graph.kernel(), loop.inames.back(), name, op))
      warn("do-concurrent",
           "'" + name + "' is not only updated by '" + spelledReduction(op) +
               "', as reduce says; the kernel does what one iteration after "
               "the other does. Update it by that operation alone",
           other->range);
  }

  const ConcurrentLoop &loop;
  DependenceGraph &graph;
  CertainDependences dependences;
};

} // namespace

void frontend::checkConcurrentLoops(const Kernel &kernel,
                                    const std::vector<ConcurrentLoop> &loops) {
  if (loops.empty())
    return;
  DependenceGraph graph(kernel);
  for (const ConcurrentLoop &loop : loops)
    Check(loop, graph).run();
}

Kernel frontend::withBelievedLoops(Kernel kernel,
                                   const std::vector<ConcurrentLoop> &loops) {
  if (loops.empty())
    return kernel;
  DependenceGraph graph(kernel);
  for (const ConcurrentLoop &loop : loops) {
    CertainDependences dependences(graph, loop.inames);
    HistoryEntry entry;
    entry.transformation = loop.construct;
    entry.scriptRange = loop.range;
    for (const DependenceEdge &edge : graph.edges()) {
      const std::string &variable = dependences.variable(edge);
      if (edge.source != edge.sink || edge.identity ||
          kernel.instructions[edge.sink]->inames != loop.inames ||
          loop.reduced.count(variable) || loop.unsaid.count(variable) ||
          kernel.findVariable(variable)->isScalar() ||
          !dependences.isChosen(edge.sinkAccess))
        continue;
      auto believed =
          std::make_shared<Instruction>(*kernel.instructions[edge.sink]);
      if (noSyncOf(*believed, believed->id) == NoSync{true, true})
        continue;
      assertNoSync(*believed, believed->id, {true, true});
      entry.remarks.push_back("assumed that no two iterations of '" +
                              loop.construct + "' use the element of '" +
                              variable + "' that '" + believed->id +
                              "' assigns");
      kernel.instructions[edge.sink] = std::move(believed);
    }
    if (!entry.remarks.empty())
      kernel.history.push_back(std::move(entry));
  }
  return kernel;
}
