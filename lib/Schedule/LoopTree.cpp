#include "LoopTree.h"

#include "Crossings.h"
#include "LoopOrderErrors.h"

#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

namespace {

// An edge that the loops opened so far do not satisfy. The relation is
// restricted to equal iterations of those loops; it is null for identity
// edges (and all they relate is equal).
struct ActiveEdge {
  int edge = -1;
  Set relation;
};

// What opening a loop does to a relation. Many edges have one relation in
// common (all scalars of a nest, say), so this is worth remembering.
struct Opened {
  Set relation;  // keeps the key alive
  Set differing; // pairs of different iterations; null if there are none
  Set backward;  // of these, those against the loop; null if there are none
  Set equal;     // pairs of equal iterations; null if there are none
};

class Builder {
public:
  Builder(const Kernel &kernel, const Placement &placement,
          DependenceGraph &graph)
      : kernel(kernel), placement(placement), graph(graph),
        crossings(kernel, placement, graph) {}

  LoopTree run();

private:
  using Insns = std::vector<int>;

  void fillBody(LoopTree &body, const Insns &insns,
                std::vector<ActiveEdge> edges,
                const std::set<std::string> &open);
  std::vector<Insns> itemsOf(const Insns &insns,
                             const std::set<std::string> &open) const;
  std::vector<int> orderItems(LoopTree &body, const std::vector<Insns> &items,
                              const std::vector<ActiveEdge> &edges);
  std::string chooseLoop(const Insns &insns,
                         const std::set<std::string> &open) const;
  [[noreturn]] void cyclicItems(const std::vector<Insns> &items,
                                const std::vector<ActiveEdge> &edges,
                                std::vector<std::set<int>> next,
                                std::vector<int> pending);
  bool before(const std::string &a, const std::string &b,
              const Instruction &insn) const;

  const Opened &opened(const Set &relation, const std::string &iname);
  std::vector<ActiveEdge> openLoop(LoopTree &loop,
                                   const std::vector<ActiveEdge> &edges);
  void checkLeaf(int instruction, const std::vector<ActiveEdge> &edges);
  void checkGroups(const DependenceEdge &edge);

  const DependenceEdge &edge(const ActiveEdge &active) const {
    return graph.edges()[active.edge];
  }
  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }
  bool isPlain(const DependenceEdge &edge) const;
  Set relationOf(const ActiveEdge &active) {
    return active.relation ? active.relation : graph.conflicts(edge(active));
  }
  bool crossesItems(const ActiveEdge &active, const Set *relation = nullptr);

  const Kernel &kernel;
  const Placement &placement;
  DependenceGraph &graph;
  Crossings crossings;
  std::map<std::pair<const void *, std::string>, Opened> openedRelations;
};

} // namespace

void Builder::checkGroups(const DependenceEdge &e) {
  ActiveEdge active{static_cast<int>(&e - graph.edges().data()), Set()};
  for (const HardwareAxisUse &axis : placement.axes()) {
    if (axis.isLocal() || !e.exclusive)
      continue;
    Set pairs = crossings.apart(e, axis, [&] { return relationOf(active); });
    if (!pairs || pairs.isEmpty())
      continue;
    bool race = e.source == e.sink && e.kind != DependenceKind::Flow &&
                e.kind != DependenceKind::Anti;
    throw dependenceError(
        race ? "write race between work-groups (" + axis.str() + ")"
             : "a dependence crosses work-groups (" + axis.str() +
                   "), which nothing synchronises",
        kernel, graph, e, pairs,
        raceRemedy(kernel, graph, e,
                   race ? "keep the loop that carries it inside one "
                          "work-group or outside the kernel"
                        : "let insert_global_barriers(knl) cut the kernel into "
                          "launches, or keep the loop that carries it inside "
                          "one work-group"),
        "global");
  }
}

bool Builder::crossesItems(const ActiveEdge &active, const Set *relation) {
  const DependenceEdge &e = edge(active);
  for (const HardwareAxisUse &axis : placement.axes()) {
    if (axis.isGroup())
      continue;
    if (!relation && !active.relation && crossings.plainlyApart(e, axis))
      return true;
    Set pairs = crossings.apart(
        e, axis, [&] { return relation ? *relation : relationOf(active); });
    if (pairs && !pairs.isEmpty())
      return true;
  }
  return false;
}

// Inside which loop is `insn` deeper in the reference order: the place of an
// iname there, larger coefficients first (16*io + ii: io before ii).
static std::pair<size_t, int64_t> referencePlace(const Instruction &insn,
                                                 const std::string &iname) {
  for (size_t t = 1; t < insn.time.size(); t += 2) {
    if (!mentions(insn.time[t], iname))
      continue;
    Substitution zero, one;
    std::set<std::string> vars, arrays;
    collectNames(insn.time[t], vars, arrays);
    for (const std::string &var : vars) {
      zero[var] = Expr::integer(0);
      one[var] = Expr::integer(var == iname ? 1 : 0);
    }
    int64_t factor =
        asInteger(fold(substitute(insn.time[t], one) -
                       substitute(insn.time[t], zero)))
            .value_or(1);
    return {t, -std::abs(factor)};
  }
  return {insn.time.size(), 0};
}

bool Builder::before(const std::string &a, const std::string &b,
                     const Instruction &insn) const {
  size_t none = static_cast<size_t>(-1);
  size_t bestA = none, bestB = none;
  // The first list that says something about the pair decides.
  for (const auto &list : kernel.loopPriority) {
    auto ia = std::find(list.begin(), list.end(), a);
    auto ib = std::find(list.begin(), list.end(), b);
    if (ia != list.end() && ib != list.end())
      return ia < ib;
    if (ia != list.end())
      bestA = std::min<size_t>(bestA, ia - list.begin());
    if (ib != list.end())
      bestB = std::min<size_t>(bestB, ib - list.begin());
  }
  if ((bestA == none) != (bestB == none))
    return bestA != none;
  return std::pair(referencePlace(insn, a), a) <
         std::pair(referencePlace(insn, b), b);
}

// Instructions without another loop to open, each by itself; the others by
// the loops that they share.
std::vector<Builder::Insns>
Builder::itemsOf(const Insns &insns, const std::set<std::string> &open) const {
  std::vector<int> root(insns.size());
  std::iota(root.begin(), root.end(), 0);
  std::function<int(int)> find = [&](int x) {
    while (root[x] != x)
      x = root[x] = root[root[x]];
    return x;
  };
  std::map<std::string, int> first;
  for (size_t i = 0; i < insns.size(); ++i)
    for (const std::string &iname : loopInames(kernel, insn(insns[i])))
      if (!open.count(iname)) {
        auto [it, isNew] = first.try_emplace(iname, i);
        if (!isNew)
          root[find(i)] = find(it->second);
      }
  std::map<int, int> itemOf;
  std::vector<Insns> items;
  for (size_t i = 0; i < insns.size(); ++i) {
    auto [it, isNew] = itemOf.try_emplace(find(i), items.size());
    if (isNew)
      items.emplace_back();
    items[it->second].push_back(insns[i]);
  }
  return items;
}

std::string Builder::chooseLoop(const Insns &insns,
                                const std::set<std::string> &open) const {
  std::map<std::string, int> count;
  for (int i : insns)
    for (const std::string &iname : loopInames(kernel, insn(i)))
      if (!open.count(iname))
        ++count[iname];
  std::string best;
  for (const std::string &iname : loopInames(kernel, insn(insns.front()))) {
    auto it = count.find(iname);
    if (it == count.end() || it->second != static_cast<int>(insns.size()))
      continue;
    if (best.empty() || before(iname, best, insn(insns.front())))
      best = iname;
  }
  if (best.empty())
    throw noCommonLoop(kernel, insns, open);
  return best;
}

void Builder::cyclicItems(const std::vector<Insns> &items,
                          const std::vector<ActiveEdge> &edges,
                          std::vector<std::set<int>> next,
                          std::vector<int> pending) {
  std::map<int, const ActiveEdge *> byEdge;
  CyclicItems cyclic{
      items, std::move(next), std::move(pending), {}, [&](int e) {
        return relationOf(*byEdge.at(e));
      }};
  for (const ActiveEdge &active : edges) {
    cyclic.edges.push_back(active.edge);
    byEdge[active.edge] = &active;
  }
  throw cyclicOrder(kernel, graph, cyclic);
}

// A topological order of a body's items, as near to the source's as possible;
// notes the needs for barriers between them.
std::vector<int> Builder::orderItems(LoopTree &body,
                                     const std::vector<Insns> &items,
                                     const std::vector<ActiveEdge> &edges) {
  std::map<int, int> itemOf;
  for (size_t item = 0; item < items.size(); ++item)
    for (int i : items[item])
      itemOf[i] = item;
  std::vector<std::set<int>> next(items.size());
  std::vector<int> incoming(items.size(), 0);
  auto precede = [&](int from, int to) {
    if (from != to && next[from].insert(to).second)
      ++incoming[to];
  };
  for (const ActiveEdge &active : edges) {
    const DependenceEdge &e = edge(active);
    int from = itemOf[e.source], to = itemOf[e.sink];
    if (from == to)
      continue;
    if (e.ordered)
      precede(from, to);
    if (e.exclusive && placement.hasLocalAxes() && crossesItems(active))
      body.needs.push_back({active.edge, false});
  }
  std::map<std::string, int> byId;
  for (const auto &[i, item] : itemOf)
    byId[insn(i).id] = i;
  for (const auto &[i, item] : itemOf)
    for (const std::string &id : insn(i).dependsOn)
      if (auto it = byId.find(id); it != byId.end())
        precede(itemOf[it->second], item);

  std::set<int> ready;
  for (size_t item = 0; item < items.size(); ++item)
    if (incoming[item] == 0)
      ready.insert(item);
  std::vector<int> order;
  while (!ready.empty()) {
    int item = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(item);
    for (int later : next[item])
      if (--incoming[later] == 0)
        ready.insert(later);
  }
  if (order.size() < items.size()) {
    std::vector<int> pending;
    for (size_t item = 0; item < items.size(); ++item)
      if (incoming[item] > 0)
        pending.push_back(item);
    cyclicItems(items, edges, std::move(next), std::move(pending));
  }
  return order;
}

static Set orNull(Set set) { return set.isEmpty() ? Set() : set; }

const Opened &Builder::opened(const Set &relation, const std::string &iname) {
  auto [known, isNew] =
      openedRelations.try_emplace({relation.get(), iname});
  Opened &result = known->second;
  if (isNew) {
    PwAff here = PwAff::name(iname), there = PwAff::name(primed(iname));
    Set forward = orNull(relation.intersect(here.lt(there)));
    result.relation = relation;
    result.backward = orNull(relation.intersect(here.gt(there)));
    result.equal = orNull(relation.intersect(here.eq(there)));
    result.differing = !forward           ? result.backward
                       : !result.backward ? forward
                                          : forward.unite(result.backward);
  }
  return result;
}

// The edges inside the loop that remain at equal iterations; checks that the
// others go forward.
std::vector<ActiveEdge>
Builder::openLoop(LoopTree &loop, const std::vector<ActiveEdge> &edges) {
  std::vector<ActiveEdge> inside;
  for (const ActiveEdge &active : edges) {
    const DependenceEdge &e = edge(active);
    if (graph.isPinned(e, loop.iname)) {
      inside.push_back(active);
      continue;
    }
    const Opened &split = opened(relationOf(active), loop.iname);
    if (split.backward && e.ordered &&
        !crossings.ordered(e, split.backward).isEmpty())
      throw dependenceError(
          "the loop over '" + loop.iname + "' would run against a dependence",
          kernel, graph, e, crossings.ordered(e, split.backward),
          nestingRemedy(kernel, graph, e),
          placement.axes().empty() ? "" : "any");
    if (split.differing && e.exclusive && placement.hasLocalAxes() &&
        crossesItems(active, &split.differing))
      loop.needs.push_back({active.edge, true});
    if (split.equal)
      inside.push_back({active.edge, split.equal});
  }
  return inside;
}

// What remains between instances of one instruction: they must be on one
// work-item, and follow each other there.
void Builder::checkLeaf(int instruction, const std::vector<ActiveEdge> &edges) {
  std::vector<std::string> inner = innerLoops(kernel, insn(instruction));
  for (const ActiveEdge &active : edges) {
    const DependenceEdge &e = edge(active);
    if (e.identity)
      continue;
    for (const HardwareAxisUse &axis : placement.axes()) {
      if (axis.isGroup() || !e.exclusive)
        continue;
      Set pairs = crossings.apart(e, axis, [&] { return relationOf(active); });
      if (pairs && !pairs.isEmpty())
        throw dependenceError(
            "write race between work-items (" + axis.str() + ")", kernel, graph,
            e, pairs,
            raceRemedy(kernel, graph, e,
                       "do not tag the iname that they differ in, for "
                       "instances on one parallel axis have no order, or let "
                       "them write different elements"),
            "local");
    }
    Set relation =
        inner.empty() ? Set() : crossings.ordered(e, relationOf(active));
    for (const std::string &iname : inner) {
      PwAff here = PwAff::name(iname), there = PwAff::name(primed(iname));
      bool lanes = kernel.tagOf(iname).isVector();
      Set bad = lanes ? relation.intersect(here.ne(there))
                : e.ordered ? relation.intersect(here.gt(there))
                            : Set::empty();
      if (!bad.isEmpty())
        throw dependenceError("the " + kernel.tagOf(iname).str() + " iname '" +
                                  iname + "' runs against a dependence",
                              kernel, graph, e, bad,
                              unlessReduction(kernel, insn(instruction),
                                              "tag another iname, or none"));
      relation = relation.intersect(here.eq(there));
    }
  }
}

void Builder::fillBody(LoopTree &body, const Insns &insns,
                       std::vector<ActiveEdge> edges,
                       const std::set<std::string> &open) {
  std::vector<Insns> items = itemsOf(insns, open);
  std::vector<int> order = orderItems(body, items, edges);
  std::map<int, int> itemOf;
  for (size_t item = 0; item < items.size(); ++item)
    for (int i : items[item])
      itemOf[i] = item;
  std::vector<std::vector<ActiveEdge>> inside(items.size());
  for (ActiveEdge &active : edges) {
    const DependenceEdge &e = edge(active);
    if (itemOf[e.source] == itemOf[e.sink])
      inside[itemOf[e.source]].push_back(std::move(active));
  }
  for (int item : order) {
    LoopTree child;
    if (items[item].size() == 1) {
      std::vector<std::string> rest;
      for (const std::string &iname :
           loopInames(kernel, insn(items[item].front())))
        if (!open.count(iname))
          rest.push_back(iname);
      if (rest.empty()) {
        child.kind = LoopTree::Kind::Leaf;
        child.instruction = items[item].front();
        match(
            insn(child.instruction).body, [](const Assignment &) {},
            [](const CallBody &) {}, [](const NoOp &) {},
            [&](const BarrierBody &) {
              child.kind = LoopTree::Kind::Barrier;
              child.localMemory = child.globalMemory = true;
              child.reason = insn(child.instruction).id;
            });
        checkLeaf(child.instruction, inside[item]);
        body.children.push_back(std::move(child));
        continue;
      }
    }
    child.kind = LoopTree::Kind::Loop;
    child.iname = chooseLoop(items[item], open);
    std::set<std::string> inner = open;
    inner.insert(child.iname);
    std::vector<ActiveEdge> remaining = openLoop(child, inside[item]);
    fillBody(child, items[item], std::move(remaining), inner);
    body.children.push_back(std::move(child));
  }
}

// An edge between statements in the order of one body, unguarded: it certainly
// relates something, and what may not be asked for.
bool Builder::isPlain(const DependenceEdge &e) const {
  return e.added || (e.levels.size() == 1 && !e.levels.front().carried &&
         insn(e.source).predicates.empty() && insn(e.sink).predicates.empty());
}

LoopTree Builder::run() {
  std::vector<ActiveEdge> edges;
  std::map<const void *, bool> emptyRelations; // the graph keeps them alive
  for (size_t e = 0; e < graph.edges().size(); ++e) {
    const DependenceEdge &dependence = graph.edges()[e];
    checkGroups(dependence);
    ActiveEdge active{static_cast<int>(e), Set()};
    if (crossings.isAsserted(dependence)) {
      active.relation =
          crossings.ordered(dependence, graph.conflicts(dependence));
      if (active.relation.isEmpty())
        continue;
    } else if (!dependence.identity && !isPlain(dependence)) {
      active.relation = graph.conflicts(dependence);
      auto [known, isNew] =
          emptyRelations.try_emplace(active.relation.get(), false);
      if (isNew)
        known->second = active.relation.isEmpty();
      if (known->second)
        continue;
    }
    edges.push_back(std::move(active));
  }
  Insns all(kernel.instructions.size());
  std::iota(all.begin(), all.end(), 0);
  LoopTree root;
  fillBody(root, all, std::move(edges), {});
  return root;
}

LoopTree loopyc::buildLoopTree(const Kernel &kernel, const Placement &placement,
                               DependenceGraph &graph) {
  return Builder(kernel, placement, graph).run();
}
