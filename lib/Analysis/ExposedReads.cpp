#include "loopyc/Analysis/ExposedReads.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Values/BoundedAffine.h"

#include <algorithm>

using namespace loopyc;
using poly::Set;

namespace {

class ExposedReads {
public:
  ExposedReads(const Kernel &kernel, const std::string &array)
      : kernel(kernel), affine(kernel), graph(kernel, [&](AccessInfo &access) {
          return access.variable == array;
        }) {}

  bool any() {
    for (size_t a = 0; a < graph.accesses().size(); ++a)
      if (!graph.accesses()[a].write && isExposed(static_cast<int>(a)))
        return true;
    return false;
  }

private:
  // { i' : the read runs } less { i' : exists i, a write of its element before
  // }
  bool isExposed(int read) {
    int reader = graph.accesses()[read].instruction;
    const Instruction &insn = *kernel.instructions[reader];
    if (!hasAffineLocation(read))
      return true;
    Set open = graph.instances().of(reader).rename(primes(insn));
    for (const DependenceEdge &edge : graph.edges())
      if (edge.kind == DependenceKind::Flow && edge.sinkAccess == read &&
          isCertain(edge))
        open = open.subtract(graph.conflicts(edge).project(
            kernel.instructions[edge.source]->inames));
    return !open.isEmpty();
  }

  // Do the write's instances all run, at known times and places?
  bool isCertain(const DependenceEdge &edge) {
    const ReferenceTime &time = kernel.instructions[edge.source]->time;
    return graph.instances().exact(edge.source) &&
           hasAffineLocation(edge.sourceAccess) &&
           std::all_of(time.begin(), time.end(), [&](const Expr &component) {
             return affine(component).has_value();
           });
  }

  bool hasAffineLocation(int access) {
    const std::vector<Expr> &location = graph.accesses()[access].location;
    return std::all_of(
        location.begin(), location.end(),
        [&](const Expr &where) { return where && affine(where).has_value(); });
  }

  const Kernel &kernel;
  BoundedAffine affine;
  DependenceGraph graph;
};

} // namespace

bool loopyc::hasExposedReads(const Kernel &kernel, const std::string &array) {
  return ExposedReads(kernel, array).any();
}
