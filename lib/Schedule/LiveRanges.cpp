#include "LiveRanges.h"

#include "StoragePairs.h"

#include <algorithm>
#include <vector>

using namespace loopyc;

// Those with reused axes say themselves which iterations they live in.
static std::set<std::string> privateTemporaries(const Kernel &kernel) {
  std::set<std::string> result;
  for (const VariablePtr &temp : kernel.temporaries)
    if (temp->space == AddressSpace::Private &&
        !hasReusedAxes(*temp))
      result.insert(temp->name);
  return result;
}

static std::set<std::string> intersection(const std::set<std::string> &a,
                                          const std::set<std::string> &b) {
  std::set<std::string> result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(result, result.end()));
  return result;
}

// Of each temporary, the loops that all its accesses are in.
static LiveRanges loopsAround(const Kernel &kernel,
                              const std::set<std::string> &temporaries) {
  LiveRanges ranges;
  for (const AccessInfo &access : collectAccesses(kernel)) {
    if (!temporaries.count(access.variable))
      continue;
    std::vector<std::string> list =
        loopInames(kernel, *kernel.instructions[access.instruction]);
    std::set<std::string> loops(list.begin(), list.end());
    auto [known, isNew] = ranges.try_emplace(access.variable, loops);
    if (!isNew)
      known->second = intersection(known->second, loops);
  }
  return ranges;
}

LiveRanges loopyc::findLiveRanges(const Kernel &kernel,
                                  const Placement &placement) {
  LiveRanges ranges;
  std::set<std::string> inLoops;
  if (auto candidates = privateTemporaries(kernel); !candidates.empty())
    ranges = loopsAround(kernel, candidates);
  for (const auto &[name, loops] : ranges)
    if (!loops.empty())
      inLoops.insert(name);
  if (inLoops.empty())
    return ranges;
  AccessFilter byOwner = placement.byOwner(kernel);
  DependenceGraph graph(kernel, [&](AccessInfo &access) {
    return inLoops.count(access.variable) && byOwner(access);
  });
  for (const DependenceEdge &edge : graph.edges()) {
    if (!passesValue(edge.kind))
      continue;
    std::set<std::string> &loops =
        ranges[graph.accesses()[edge.sourceAccess].variable];
    for (auto loop = loops.begin(); loop != loops.end();)
      loop = graph.isPinned(edge, *loop) ? std::next(loop) : loops.erase(loop);
  }
  return ranges;
}

AccessFilter loopyc::byOwnerAndIteration(const Kernel &kernel,
                                         const Placement &placement,
                                         const LiveRanges &ranges) {
  return [byOwner = placement.byOwner(kernel), &ranges](AccessInfo &access) {
    if (!byOwner(access))
      return false;
    if (auto known = ranges.find(access.variable); known != ranges.end())
      for (const std::string &iname : known->second)
        access.location.push_back(Expr::var(iname));
    return true;
  };
}

namespace {

class InterleavingSearch {
public:
  InterleavingSearch(LiveRanges &ranges, DependenceGraph &graph)
      : ranges(ranges) {
    for (const AccessInfo &access : graph.accesses())
      if (ranges.count(access.variable))
        used[access.instruction].insert(access.variable);
  }

  bool run(const LoopTree &tree) {
    if (tree.kind == LoopTree::Kind::Leaf)
      for (const std::string &variable : used[tree.instruction])
        visit(ranges[variable]);
    if (tree.kind == LoopTree::Kind::Loop)
      path.push_back(tree.iname);
    for (const LoopTree &child : tree.children)
      run(child);
    if (tree.kind == LoopTree::Kind::Loop)
      path.pop_back();
    return dropped;
  }

private:
  void visit(std::set<std::string> &loops) {
    bool passesOn = false;
    for (const std::string &iname : path) {
      if (!loops.count(iname))
        passesOn = true;
      else if (passesOn)
        dropped |= loops.erase(iname) > 0;
    }
  }

  LiveRanges &ranges;
  std::map<int, std::set<std::string>> used; // by instruction
  std::vector<std::string> path;
  bool dropped = false;
};

} // namespace

bool loopyc::dropInterleaved(LiveRanges &ranges, const LoopTree &tree,
                             DependenceGraph &graph) {
  return InterleavingSearch(ranges, graph).run(tree);
}
