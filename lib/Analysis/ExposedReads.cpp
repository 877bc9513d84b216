#include "loopyc/Analysis/ExposedReads.h"

#include "KnownWrites.h"
#include "loopyc/Analysis/DependenceGraph.h"

#include <algorithm>

using namespace loopyc;
using poly::Set;

// { i' : the read runs } less { i' : exists i, a write of its element before }
static bool isExposed(DependenceGraph &graph, int read) {
  const KnownWrites &known = graph.writesBefore(read);
  Set open = known.reads();
  for (const KnownWrites::Writes &writes : known.writes()) {
    const DependenceEdge &edge = graph.edges()[writes.edge];
    open = open.subtract(writes.certain.project(
        graph.kernel().instructions[edge.source]->inames));
  }
  return !open.isEmpty();
}

bool loopyc::hasExposedReads(const Kernel &kernel,
                             const std::string &variable) {
  DependenceGraph graph(
      kernel, [&](AccessInfo &access) { return access.variable == variable; });
  return std::any_of(graph.openReads().begin(), graph.openReads().end(),
                     [&](int read) { return isExposed(graph, read); });
}
