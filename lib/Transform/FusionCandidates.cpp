#include "loopyc/Transform/FusionCandidates.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Common.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const name = "get_kennedy_unweighted_fusion_candidates";

namespace {

using Inames = std::vector<std::string>;

struct Candidate {
  std::string iname;
  std::set<int> instructions;
  Inames outer; // loops around all of these, and others
  Set range;    // of `anyIteration`
};

// Nodes are the candidates, then instructions in none of them.
class Fusion {
public:
  Fusion(const Kernel &kernel, const Inames &inames);
  std::vector<Inames> run();

private:
  void add(const std::string &given);
  void requireApart() const;
  void addEdge(DependenceGraph &graph, const DependenceEdge &edge);
  bool areAlike(const Candidate &a, const Candidate &b) const;
  bool isReady(int node, const std::set<int> &group) const;
  void finishInstructions();
  std::set<int> groupFrom(int first) const;

  const Kernel &kernel;
  std::vector<Candidate> candidates;
  std::vector<int> nodeOf;                      // by instruction
  std::vector<std::set<int>> before, apartFrom; // by node: others
  std::set<int> finished;
};

} // namespace

static const char *const anyIteration = "iteration";

void Fusion::add(const std::string &given) {
  Candidate made;
  made.iname = resolveIname(kernel, given, name);
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i]->within(made.iname))
      made.instructions.insert(static_cast<int>(i));
  if (made.instructions.empty())
    throw UserError(std::string(name) + ": no instruction is within '" +
                    made.iname +
                    "'; make loops of reductions first (realize_reduction)");
  for (const std::string &iname :
       kernel.instructions[*made.instructions.begin()]->inames) {
    size_t within = 0, both = 0;
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      if (kernel.instructions[i]->within(iname)) {
        ++within;
        both += made.instructions.count(static_cast<int>(i));
      }
    if (both == made.instructions.size() && within > both)
      made.outer.push_back(iname);
  }
  std::sort(made.outer.begin(), made.outer.end());
  Inames names = made.outer;
  names.push_back(made.iname);
  made.range = domainOf(kernel, names)
                   .flat()
                   .intersect(kernel.assumptions)
                   .rename({{made.iname, anyIteration}});
  candidates.push_back(std::move(made));
}

void Fusion::requireApart() const {
  for (const Candidate &a : candidates)
    for (const Candidate &b : candidates)
      for (int insn : a.instructions)
        if (&a != &b && b.instructions.count(insn))
          throw UserError(
              std::string(name) + ": '" + kernel.instructions[insn]->id +
                  "' is within both '" + a.iname + "' and '" + b.iname +
                  "', which cannot be one loop; name "
                  "only one of them",
              kernel.instructions[insn]->range);
}

// Of iterations of the loops around both at once: which loop comes first, and
// would the other, in the same loop, come too early?
void Fusion::addEdge(DependenceGraph &graph, const DependenceEdge &edge) {
  int from = nodeOf[edge.source], to = nodeOf[edge.sink];
  if (from == to)
    return;
  Set pairs = graph.conflicts(edge);
  const int loops = static_cast<int>(candidates.size());
  for (int node : {from, to})
    if (node < loops)
      for (const std::string &iname : candidates[node].outer)
        if (kernel.instructions[edge.source]->within(iname) &&
            kernel.instructions[edge.sink]->within(iname))
          pairs = pairs.intersect(
              PwAff::name(iname).eq(PwAff::name(primed(iname))));
  if (pairs.isEmpty())
    return;
  before[to].insert(from);
  if (from >= loops || to >= loops)
    return;
  const InameTag tag = kernel.tagOf(candidates[from].iname);
  PwAff first = PwAff::name(candidates[from].iname);
  PwAff second = PwAff::name(primed(candidates[to].iname));
  bool areParallel = tag.isGroup() || tag.isLocal();
  if (!pairs.intersect(areParallel ? first.ne(second) : first.gt(second))
           .isEmpty())
    apartFrom[to].insert(from);
}

Fusion::Fusion(const Kernel &kernel, const Inames &inames) : kernel(kernel) {
  for (const std::string &iname : inames)
    add(iname);
  requireApart();
  int nodes = static_cast<int>(candidates.size());
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    int node = -1;
    for (size_t c = 0; c < candidates.size(); ++c)
      if (candidates[c].instructions.count(static_cast<int>(i)))
        node = static_cast<int>(c);
    nodeOf.push_back(node < 0 ? nodes++ : node);
  }
  before.resize(nodes);
  apartFrom.resize(nodes);
  DependenceGraph graph(kernel);
  for (const DependenceEdge &edge : graph.edges())
    addEdge(graph, edge);
}

bool Fusion::areAlike(const Candidate &a, const Candidate &b) const {
  return a.outer == b.outer && kernel.tagOf(a.iname) == kernel.tagOf(b.iname) &&
         a.range.isEqual(b.range);
}

// Is all that comes before it done, or in the group?
bool Fusion::isReady(int node, const std::set<int> &group) const {
  return std::all_of(before[node].begin(), before[node].end(), [&](int other) {
    return finished.count(other) > 0 || group.count(other) > 0;
  });
}

void Fusion::finishInstructions() {
  for (bool again = true; again;) {
    again = false;
    for (size_t node = candidates.size(); node < before.size(); ++node)
      if (!finished.count(static_cast<int>(node)) &&
          isReady(static_cast<int>(node), {}))
        again = finished.insert(static_cast<int>(node)).second;
  }
}

std::set<int> Fusion::groupFrom(int first) const {
  std::set<int> group{first};
  for (bool again = true; again;) {
    again = false;
    for (size_t c = 0; c < candidates.size(); ++c) {
      int node = static_cast<int>(c);
      auto isApart = [&](int other) { return apartFrom[c].count(other) > 0; };
      if (!finished.count(node) && !group.count(node) &&
          areAlike(candidates[first], candidates[c]) && isReady(node, group) &&
          std::none_of(group.begin(), group.end(), isApart))
        again = group.insert(node).second;
    }
  }
  return group;
}

std::vector<Inames> Fusion::run() {
  std::vector<Inames> groups;
  const int loops = static_cast<int>(candidates.size());
  for (;;) {
    finishInstructions();
    int first = 0, left = -1;
    while (first < loops && (finished.count(first) || !isReady(first, {}))) {
      if (left < 0 && !finished.count(first))
        left = first;
      ++first;
    }
    // Loops around that carry dependences may leave none that comes first.
    bool isStuck = first == loops;
    if (isStuck && left < 0)
      return groups;
    std::set<int> group = isStuck ? std::set<int>{left} : groupFrom(first);
    Inames inames;
    for (int node : group)
      inames.push_back(candidates[node].iname);
    groups.push_back(std::move(inames));
    finished.insert(group.begin(), group.end());
  }
}

std::vector<Inames> loopyc::fusionCandidates(const Kernel &kernel,
                                             const Inames &inames) {
  return Fusion(kernel, inames).run();
}
