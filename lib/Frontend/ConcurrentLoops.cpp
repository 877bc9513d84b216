#include "ConcurrentLoops.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;
using poly::Set;

namespace {

class Check {
public:
  Check(const Kernel &kernel, const ConcurrentLoop &loop,
        DependenceGraph &graph)
      : kernel(kernel), loop(loop), graph(graph) {}

  void run() {
    for (const auto &[name, op] : loop.reduced)
      checkReduction(name, op);
    std::set<std::string> told;
    for (const DependenceEdge &edge : graph.edges()) {
      const std::string &variable =
          graph.accesses()[edge.sourceAccess].variable;
      if (!loop.reduced.count(variable) && !told.count(variable) &&
          contradicts(edge)) {
        told.insert(variable);
        warn("do-concurrent",
             "the iterations of this 'do concurrent' depend on each other: " +
                 what(edge) + "; the kernel keeps their order. " +
                 remedy(variable),
             loop.range);
      }
    }
  }

private:
  const Instruction &insn(int number) const {
    return *kernel.instructions[number];
  }

  bool isInside(const Instruction &instruction) const {
    return instruction.within(loop.inames.back());
  }

  std::string what(const DependenceEdge &edge) const {
    std::string variable =
        "'" + graph.accesses()[edge.sourceAccess].variable + "'";
    return edge.kind == DependenceKind::Output
               ? variable + " is assigned by several"
               : variable + " has in one the value that another assigns";
  }

  std::string remedy(const std::string &variable) const {
    return kernel.findVariable(variable)->isScalar()
               ? "Declare what is each iteration's own as local, a sum as "
                 "reduce(+: " +
                     variable + "), or write a plain loop"
               : "Write a plain loop";
  }

  // Only what certainly happens: no data decide it.
  bool contradicts(const DependenceEdge &edge) {
    if (edge.identity || !isInside(insn(edge.source)) ||
        !isInside(insn(edge.sink)) || !isPlain(edge.sourceAccess) ||
        !isPlain(edge.sinkAccess))
      return false;
    VariablePtr variable =
        kernel.findVariable(graph.accesses()[edge.sourceAccess].variable);
    // Each iteration may have a temporary of its own.
    if (variable->isTemporary() && !passesValue(edge.kind))
      return false;
    Set pairs = graph.relation(edge);
    auto prime = primes(insn(edge.sink));
    for (const std::string &iname : insn(edge.source).inames) {
      if (iname == loop.inames.front())
        break;
      if (prime.count(iname))
        pairs = pairs.intersect(
            PwAff::name(iname).eq(PwAff::name(prime.at(iname))));
    }
    Set differ = Set::empty();
    for (const std::string &iname : loop.inames)
      differ =
          differ.unite(PwAff::name(iname).ne(PwAff::name(prime.at(iname))));
    return !pairs.intersect(differ).isEmpty();
  }

  bool isPlain(int number) const {
    const AccessInfo &access = graph.accesses()[number];
    const Instruction &instruction = insn(access.instruction);
    auto isAffine = [&](const Expr &e) {
      return e && toAffine(e, [&](const std::string &name) {
               return isFixed(name);
             });
    };
    return access.conditions.empty() && !access.several &&
           std::all_of(access.location.begin(), access.location.end(),
                       isAffine) &&
           std::all_of(instruction.predicates.begin(),
                       instruction.predicates.end(),
                       [](const Expr &e) { return bool(toCondition(e)); });
  }

  bool isFixed(const std::string &name) const {
    VariablePtr variable = kernel.findVariable(name);
    return kernel.hasIname(name) || (variable && variable->isValue());
  }

  void checkReduction(const std::string &name, ReductionOp op) const {
    for (const InstructionPtr &instruction : kernel.instructions) {
      if (!isInside(*instruction))
        continue;
      std::set<std::string> read;
      for (const Predicate &guard : instruction->predicates)
        collectNames(guard, read, read);
      const Update *update = instruction->update();
      bool updates = update && update->op == op && instruction->assigns(name);
      if (!updates)
        for (const Expr &e : instruction->reads())
          collectNames(e, read, read);
      if (read.count(name) || (instruction->assigns(name) && !updates))
        return warn("do-concurrent",
                    "'" + name + "' is not only updated by '" +
                        reductionName(op) +
                        "', as reduce says; the kernel keeps the order of "
                        "the iterations. Update it by that operation alone",
                    instruction->range);
    }
  }

  const Kernel &kernel;
  const ConcurrentLoop &loop;
  DependenceGraph &graph;
};

} // namespace

void frontend::checkConcurrentLoops(const Kernel &kernel,
                                    const std::vector<ConcurrentLoop> &loops) {
  if (loops.empty())
    return;
  DependenceGraph graph(kernel);
  for (const ConcurrentLoop &loop : loops)
    Check(kernel, loop, graph).run();
}
