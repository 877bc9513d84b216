// Local barriers, where and only where a dependence crosses work-items.
//
// In one body, a need is an interval between two children; stabbing the
// intervals greedily by their right ends is the fewest points. Inner bodies
// come first: a barrier that execution passes anyway, after the source in its
// own loops or before the sink in its own, counts for outer needs too.
#include "LoopTree.h"

#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/IR/EndlessLoops.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;

namespace {

class Inserter {
public:
  Inserter(const Kernel &kernel, DependenceGraph &graph)
      : kernel(kernel), graph(graph) {}

  void run(LoopTree &body, std::vector<std::string> loops);

private:
  static bool contains(const LoopTree &tree, int instruction);
  static int childWith(const LoopTree &body, int instruction);
  using Barriers = std::vector<LoopTree *>;
  static void after(LoopTree &tree, int instruction, Barriers &found);
  static void before(LoopTree &tree, int instruction, Barriers &found);
  Barriers satisfying(LoopTree &body, const BarrierNeed &need) const;
  SourceRange firstIn(const std::string &iname) const;
  void place(LoopTree &body, const BarrierNeed &need,
             const std::vector<std::string> &loops);
  void serve(LoopTree &barrier, const BarrierNeed &need) const;
  const DependenceEdge &edge(const BarrierNeed &need) const {
    return graph.edges()[need.edge];
  }

  const Kernel &kernel;
  DependenceGraph &graph;
};

} // namespace

bool Inserter::contains(const LoopTree &tree, int instruction) {
  if (tree.kind == LoopTree::Kind::Leaf)
    return tree.instruction == instruction;
  return std::any_of(
      tree.children.begin(), tree.children.end(),
      [&](const LoopTree &child) { return contains(child, instruction); });
}

int Inserter::childWith(const LoopTree &body, int instruction) {
  for (size_t i = 0; i < body.children.size(); ++i)
    if (contains(body.children[i], instruction))
      return i;
  throw InternalError("schedule: an instruction is not in the tree");
}

// The barriers that execution passes after an instruction, in the loops of
// `tree` that are around it.
void Inserter::after(LoopTree &tree, int instruction, Barriers &found) {
  if (tree.kind == LoopTree::Kind::Leaf)
    return;
  int at = childWith(tree, instruction);
  for (size_t i = at + 1; i < tree.children.size(); ++i)
    if (tree.children[i].kind == LoopTree::Kind::Barrier)
      found.push_back(&tree.children[i]);
  after(tree.children[at], instruction, found);
}

void Inserter::before(LoopTree &tree, int instruction, Barriers &found) {
  if (tree.kind == LoopTree::Kind::Leaf)
    return;
  int at = childWith(tree, instruction);
  for (int i = 0; i < at; ++i)
    if (tree.children[i].kind == LoopTree::Kind::Barrier)
      found.push_back(&tree.children[i]);
  before(tree.children[at], instruction, found);
}

Inserter::Barriers Inserter::satisfying(LoopTree &body,
                                        const BarrierNeed &need) const {
  int source = edge(need).source, sink = edge(need).sink;
  int from = childWith(body, source), to = childWith(body, sink);
  if (!need.carried && from > to) { // updates in exchanged order
    std::swap(from, to);
    std::swap(source, sink);
  }
  Barriers found;
  for (int i = 0; i < static_cast<int>(body.children.size()); ++i)
    if (body.children[i].kind == LoopTree::Kind::Barrier &&
        (need.carried ? i > from || i < to : i > from && i < to))
      found.push_back(&body.children[i]);
  after(body.children[from], source, found);
  before(body.children[to], sink, found);
  return found;
}

// In local memory proper? What has no constant size lies in a global buffer.
static bool isLocalMemory(const VariablePtr &var) {
  if (!var || var->space != AddressSpace::Local)
    return false;
  return std::all_of(var->axes.begin(), var->axes.end(), [](const Axis &axis) {
    if (std::holds_alternative<ReusedAxis>(axis.tag))
      return true;
    return axis.extent && asInteger(fold(axis.extent)).has_value();
  });
}

void Inserter::serve(LoopTree &barrier, const BarrierNeed &need) const {
  const AccessInfo &access = graph.accesses()[edge(need).sourceAccess];
  VariablePtr var = kernel.findVariable(access.variable);
  (isLocalMemory(var) ? barrier.localMemory : barrier.globalMemory) = true;
  if (barrier.reason.empty())
    barrier.reason = "for " + access.variable + " (" +
                     kernel.instructions[edge(need).sink]->id + " depends on " +
                     kernel.instructions[edge(need).source]->id + ")";
}

bool loopyc::hasDataBound(const Kernel &kernel, const std::string &iname) {
  int d = kernel.domainOf(iname);
  if (d < 0)
    return false;
  for (const std::string &param : kernel.domains[d].params()) {
    VariablePtr var = kernel.findVariable(param);
    if (var && !var->isValue() && kernel.domains[d].involves(param))
      return true;
  }
  return false;
}

SourceRange Inserter::firstIn(const std::string &iname) const {
  for (const InstructionPtr &insn : kernel.instructions)
    if (std::count(insn->inames.begin(), insn->inames.end(), iname) > 0)
      return insn->range;
  return kernel.range;
}

void Inserter::place(LoopTree &body, const BarrierNeed &need,
                     const std::vector<std::string> &loops) {
  for (const std::string &iname : loops)
    if (hasDataBound(kernel, iname))
      throw dependenceError(
          "a barrier would be needed inside the loop over '" + iname +
              "', whose bounds the kernel computes, so that not all "
              "work-items may reach it",
          kernel, graph, edge(need), poly::Set(),
          "keep the dependence inside one work-item");
    else if (isEndless(kernel, iname))
      throw endsForAll(iname, firstIn(iname));
  LoopTree barrier;
  barrier.kind = LoopTree::Kind::Barrier;
  serve(barrier, need);
  int from = childWith(body, edge(need).source);
  int to = childWith(body, edge(need).sink);
  auto where = need.carried ? body.children.end()
                            : body.children.begin() + std::max(from, to);
  body.children.insert(where, std::move(barrier));
}

void Inserter::run(LoopTree &body, std::vector<std::string> loops) {
  if (body.kind == LoopTree::Kind::Loop)
    loops.push_back(body.iname);
  for (LoopTree &child : body.children)
    if (child.kind == LoopTree::Kind::Loop)
      run(child, loops);
  std::vector<BarrierNeed> needs = body.needs;
  std::stable_sort(needs.begin(), needs.end(),
                   [&](const BarrierNeed &a, const BarrierNeed &b) {
                     if (a.carried != b.carried)
                       return !a.carried;
                     auto end = [&](const BarrierNeed &need) {
                       return std::max(childWith(body, edge(need).source),
                                       childWith(body, edge(need).sink));
                     };
                     return !a.carried && end(a) < end(b);
                   });
  for (const BarrierNeed &need : needs)
    if (satisfying(body, need).empty())
      place(body, need, loops);
  // Each barrier orders the memory of every dependence that counts on it, also
  // where it stands in a loop inside.
  for (const BarrierNeed &need : needs)
    for (LoopTree *barrier : satisfying(body, need))
      serve(*barrier, need);
}

void loopyc::insertBarriers(LoopTree &tree, const Kernel &kernel,
                            DependenceGraph &graph) {
  Inserter(kernel, graph).run(tree, {});
}
