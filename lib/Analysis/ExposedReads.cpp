#include "loopyc/Analysis/ExposedReads.h"

#include "KnownWrites.h"
#include "loopyc/Analysis/DependenceGraph.h"

#include <algorithm>

using namespace loopyc;

bool loopyc::hasExposedReads(const Kernel &kernel,
                             const std::string &variable) {
  DependenceGraph graph(
      kernel, [&](AccessInfo &access) { return access.variable == variable; });
  return std::any_of(graph.openReads().begin(), graph.openReads().end(),
                     [&](int read) {
                       return !graph.writesBefore(read).open().isEmpty();
                     });
}
