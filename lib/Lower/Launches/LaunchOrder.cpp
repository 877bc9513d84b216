#include "Launches/LaunchOrder.h"

#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/Analysis/DependenceGraph.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

namespace {

class LaunchOrder {
public:
  LaunchOrder(const Kernel &kernel, const HostTree &tree, DependenceMemo &memo)
      : kernel(kernel), tree(tree), graph(kernel, {}, &memo) {
    for (const DependenceEdge &edge : graph.edges())
      if (tree.isPlaced(edge.source) && tree.isPlaced(edge.sink))
        edges.push_back(&edge);
  }

  std::set<std::string> crossing();
  void check(const std::set<std::string> &crossing);

private:
  VariablePtr temporary(const DependenceEdge &edge) const;
  Set sameIterations(const DependenceEdge &edge, size_t loops) const;
  bool crosses(const DependenceEdge &edge);
  Set reversed(const DependenceEdge &edge);
  bool hasOwnMemory(const Variable &temp) const;
  void requireMemory(const DependenceEdge &edge, const Variable &temp);
  void requireOwnPlaces(const DependenceEdge &edge, const Variable &temp);
  void requireOrder(const DependenceEdge &edge);
  void requireAskedOrder() const;

  const Kernel &kernel;
  const HostTree &tree;
  DependenceGraph graph;
  // But for those of global barriers, which read the bounds of their loops.
  std::vector<const DependenceEdge *> edges;
};

} // namespace

// Null if the edge is one of an argument.
VariablePtr LaunchOrder::temporary(const DependenceEdge &edge) const {
  VariablePtr var =
      kernel.findVariable(graph.accesses()[edge.sourceAccess].variable);
  return var && var->isTemporary() ? var : nullptr;
}

// { i -> i' : equal iterations of the first loops }
Set LaunchOrder::sameIterations(const DependenceEdge &edge,
                                size_t loops) const {
  const Instruction &sink = *kernel.instructions[edge.sink];
  std::map<std::string, std::string> prime = primes(sink);
  Set result = Set::universe();
  for (size_t l = 0; l < loops; ++l) {
    const std::string &iname = tree.place(edge.source).loops[l];
    result = result.intersect(
        PwAff::name(iname).eq(PwAff::name(prime.at(iname))));
  }
  return result;
}

// Does a value go from one launch to another?
bool LaunchOrder::crosses(const DependenceEdge &edge) {
  const HostPlace &from = tree.place(edge.source), &to = tree.place(edge.sink);
  const bool oneLaunch = from.isOneLaunch(to);
  if (oneLaunch && (from.loops.empty() || edge.identity))
    return false;
  if (!oneLaunch)
    return !graph.relation(edge).isEmpty();
  Set same = sameIterations(edge, from.loops.size());
  return !graph.conflicts(edge).isSubset(same) &&
         !graph.relation(edge).isSubset(same);
}

// The pairs whose sink is launched before their source.
Set LaunchOrder::reversed(const DependenceEdge &edge) {
  const HostPlace &from = tree.place(edge.source), &to = tree.place(edge.sink);
  const size_t common = from.commonLoops(to);
  const bool isBefore = to.isBefore(from);
  if (common == 0 && !isBefore)
    return Set::empty();
  std::map<std::string, std::string> prime =
      primes(*kernel.instructions[edge.sink]);
  Set wrong = Set::empty();
  for (size_t l = 0; l < common; ++l)
    wrong = wrong.unite(
        sameIterations(edge, l)
            .intersect(PwAff::name(prime.at(from.loops[l]))
                           .lt(PwAff::name(from.loops[l]))));
  if (isBefore)
    wrong = wrong.unite(sameIterations(edge, common));
  return graph.conflicts(edge).intersect(wrong);
}

// What neither of the following refuses, wherever its values go.
bool LaunchOrder::hasOwnMemory(const Variable &temp) const {
  return temp.baseStorage.empty() &&
         (temp.space == AddressSpace::Auto ||
          temp.space == AddressSpace::Global) &&
         std::none_of(temp.axes.begin(), temp.axes.end(), [](const Axis &axis) {
           return std::holds_alternative<ReusedAxis>(axis.tag);
         });
}

void LaunchOrder::requireMemory(const DependenceEdge &edge,
                                const Variable &temp) {
  if (!temp.baseStorage.empty())
    throw dependenceError(
        "'" + temp.name + "' shares its storage with other temporaries, but "
            "its values go from one launch to another, past a global barrier",
        kernel, graph, edge, graph.relation(edge),
        "leave it out of what alias_temporaries puts together");
  if (temp.space == AddressSpace::Auto || temp.space == AddressSpace::Global)
    return;
  throw dependenceError(
      "'" + temp.name + "' is " + addressSpaceName(temp.space) +
          ", but its values go from one launch to another, past a global "
          "barrier",
      kernel, graph, edge, graph.relation(edge),
      "let save_and_reload_temporaries(knl) keep them in global memory");
}

// A staged value with a place for one iteration of loops: of those that a
// launch runs, nothing but the launch could keep these apart; of the host's,
// the host does, for values that stay in an iteration.
void LaunchOrder::requireOwnPlaces(const DependenceEdge &edge,
                                   const Variable &temp) {
  const HostPlace &from = tree.place(edge.source), &to = tree.place(edge.sink);
  auto isKeptApart = [&](const std::string &name) {
    auto loop = std::find(from.loops.begin(), from.loops.end(), name);
    size_t around = loop - from.loops.begin() + 1;
    return loop != from.loops.end() && around <= from.commonLoops(to) &&
           graph.relation(edge).isSubset(sameIterations(edge, around));
  };
  const std::vector<Expr> &location =
      graph.accesses()[edge.sourceAccess].location;
  for (size_t axis = 0; axis < temp.axes.size(); ++axis) {
    if (!std::holds_alternative<ReusedAxis>(temp.axes[axis].tag))
      continue;
    std::set<std::string> names;
    if (axis < location.size() && location[axis])
      collectNames(location[axis], names, names);
    for (const std::string &name : names)
      if (kernel.hasIname(name) && !isKeptApart(name))
        throw dependenceError(
            "'" + temp.name + "' has one place for the values of all "
                "iterations of '" +
                name + "', which go from one launch to another, past a "
                       "global barrier",
            kernel, graph, edge, graph.relation(edge),
            "stage it for these iterations, too: sweep '" + name + "'");
  }
}

void LaunchOrder::requireOrder(const DependenceEdge &edge) {
  if (!edge.ordered)
    return;
  Set wrong = reversed(edge);
  if (wrong.isEmpty())
    return;
  if (VariablePtr temp = temporary(edge))
    throw dependenceError(
        "'" + temp->name + "' has one place for the values of many "
            "iterations, which go from one launch to another, past a global "
            "barrier",
        kernel, graph, edge, wrong,
        "let save_and_reload_temporaries(knl) give each its own");
  throw dependenceError("the launches that the global barriers make run in "
                        "the order of the source, which leaves this one "
                        "unkept",
                        kernel, graph, edge, wrong,
                        "put the barrier within the sequential loop that "
                        "carries it, or elsewhere");
}

// What a script orders by hand.
void LaunchOrder::requireAskedOrder() const {
  std::map<std::string, int> indices;
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (!isGlobalBarrier(*kernel.instructions[i]))
      indices[kernel.instructions[i]->id] = i;
  for (const auto &[id, sink] : indices)
    for (const std::string &first : kernel.instructions[sink]->dependsOn) {
      auto source = indices.find(first);
      if (source == indices.end())
        continue;
      if (tree.place(sink).isBefore(tree.place(source->second)))
        throw UserError("kernel '" + kernel.name + "': '" + id +
                            "' is to run after '" + first +
                            "', but a global barrier puts it into a launch "
                            "before; move the barrier",
                        kernel.instructions[sink]->range);
    }
}

std::set<std::string> LaunchOrder::crossing() {
  std::set<std::string> names;
  for (const DependenceEdge *edge : edges)
    if (VariablePtr temp = temporary(*edge);
        temp && passesValue(edge->kind) && !names.count(temp->name) &&
        crosses(*edge))
      names.insert(temp->name);
  return names;
}

void LaunchOrder::check(const std::set<std::string> &crossing) {
  requireAskedOrder();
  for (const DependenceEdge *edge : edges) {
    VariablePtr temp = temporary(*edge);
    if (temp && !crossing.count(temp->name))
      continue;
    if (temp && passesValue(edge->kind) && !hasOwnMemory(*temp) &&
        crosses(*edge)) {
      requireMemory(*edge, *temp);
      requireOwnPlaces(*edge, *temp);
    }
    requireOrder(*edge);
  }
}

std::set<std::string> loopyc::crossingTemporaries(const Kernel &kernel,
                                                  const HostTree &tree,
                                                  DependenceMemo &memo) {
  return LaunchOrder(kernel, tree, memo).crossing();
}

void loopyc::checkLaunchOrder(const Kernel &kernel, const HostTree &tree,
                              const std::set<std::string> &crossing,
                              DependenceMemo &memo) {
  LaunchOrder(kernel, tree, memo).check(crossing);
}
