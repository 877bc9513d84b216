#include "LoopOrderErrors.h"

#include "LoopTree.h"

#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/IR/Atomics.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Lower/ParallelReductions.h"
#include "loopyc/Lower/Scans.h"

#include <algorithm>
#include <map>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

UserError loopyc::noCommonLoop(const Kernel &kernel,
                               const std::vector<int> &insns,
                               const std::set<std::string> &open) {
  auto insn = [&](int i) -> const Instruction & {
    return *kernel.instructions[i];
  };
  // Two instructions that share a loop, one of which lacks another loop of a
  // third: name the loop that would have to be opened twice.
  std::map<std::string, std::vector<int>> users;
  for (int i : insns)
    for (const std::string &iname : loopInames(kernel, insn(i)))
      if (!open.count(iname))
        users[iname].push_back(i);
  for (const auto &[a, ofA] : users)
    for (const auto &[b, ofB] : users) {
      if (a >= b)
        continue;
      int both = -1, onlyA = -1, onlyB = -1;
      for (int i : ofA)
        (insn(i).within(b) ? both : onlyA) = i;
      for (int i : ofB)
        if (!insn(i).within(a))
          onlyB = i;
      if (both < 0 || onlyA < 0 || onlyB < 0)
        continue;
      return UserError("kernel '" + kernel.name + "': the loops over '" + a +
                           "' and '" + b + "' cannot each be opened once: '" +
                           insn(both).id + "' is within both, '" +
                           insn(onlyA).id + "' only within '" + a + "', and '" +
                           insn(onlyB).id + "' only within '" + b +
                           "'; duplicate one of them for some instructions: "
                           "duplicate_inames(knl, \"" +
                           b + "\", within=\"id:" + insn(onlyB).id + "\")",
                       insn(onlyB).range)
          .note("the instruction within both loops", insn(both).range);
    }
  return UserError("kernel '" + kernel.name +
                       "': no loop contains all of the instructions that "
                       "share loops with '" +
                       insn(insns.front()).id +
                       "'; duplicate inames for some of them "
                       "(duplicate_inames)",
                   insn(insns.front()).range);
}

// --- storage

// Are all uses of the variable in the loop, and does no iteration read what
// another has left in it?
static bool hasOwnValues(const Kernel &kernel, DependenceGraph &graph,
                         const std::string &iname,
                         const std::string &variable) {
  for (const AccessInfo &access : graph.accesses())
    if (access.variable == variable &&
        !kernel.instructions[access.instruction]->within(iname))
      return false;
  const Set others = PwAff::name(iname).ne(PwAff::name(primed(iname)));
  for (const DependenceEdge &e : graph.edges())
    if (passesValue(e.kind) &&
        graph.accesses()[e.sourceAccess].variable == variable &&
        !graph.relation(e).intersect(others).isEmpty())
      return false;
  return true;
}

// What one iteration overwrites is a temporary of which each has values of its
// own; "" if it is not. Work-items come first, for they run at the same time.
static std::string storageRemedy(const Kernel &kernel, DependenceGraph &graph,
                                 const DependenceEdge &e) {
  VariablePtr var =
      kernel.findVariable(graph.accesses()[e.sourceAccess].variable);
  if (!var || !var->isTemporary() || passesValue(e.kind))
    return "";
  const Set pairs = graph.relation(e);
  std::string onItems, inOrder;
  for (const std::string &iname : kernel.instructions[e.source]->inames) {
    if (!kernel.instructions[e.sink]->within(iname) ||
        pairs.intersect(PwAff::name(iname).ne(PwAff::name(primed(iname))))
            .isEmpty() ||
        !hasOwnValues(kernel, graph, iname, var->name))
      continue;
    if (kernel.tagOf(iname).isLocal())
      onItems += (onItems.empty() ? "" : ", ") + iname;
    else if (inOrder.empty())
      inOrder = iname;
  }
  const std::string &inames = onItems.empty() ? inOrder : onItems;
  return inames.empty()
             ? ""
             : "each iteration of '" + inames + "' has values of its own in '" +
                   var->name +
                   "': give it elements of its own, "
                   "privatize_temporaries_with_inames(knl, \"" +
                   inames + "\", \"" + var->name + "\")";
}

std::string loopyc::nestingRemedy(const Kernel &kernel, DependenceGraph &graph,
                                  const DependenceEdge &e) {
  std::string storage = storageRemedy(kernel, graph, e);
  if (!storage.empty())
    return storage;
  std::string nesting = "change the nesting (prioritize_loops)";
  if (e.source != e.sink)
    nesting = "give one of the instructions a loop of its own "
              "(duplicate_inames, rename_iname) or " +
              nesting;
  return unlessReduction(kernel, *kernel.instructions[e.source], nesting);
}

// All that share the variable's storage, or it alone.
static std::string storageMembers(const Kernel &kernel, const Variable &var) {
  std::string names;
  for (const VariablePtr &temp : kernel.temporaries)
    if (temp->name == var.name ||
        (!var.baseStorage.empty() && temp->baseStorage == var.baseStorage))
      names += (names.empty() ? "" : ", ") + temp->name;
  return names;
}

// What a script has put where all work-items find it, but each overwrites with
// values of its own; "" if it is something else.
static std::string spaceRemedy(const Kernel &kernel, DependenceGraph &graph,
                               const DependenceEdge &e) {
  VariablePtr var =
      kernel.findVariable(graph.accesses()[e.sourceAccess].variable);
  VariablePtr other =
      kernel.findVariable(graph.accesses()[e.sinkAccess].variable);
  if (!var || !other || !var->isTemporary() || passesValue(e.kind))
    return "";
  for (const std::string &iname : kernel.instructions[e.source]->inames) {
    const InameTag tag = kernel.tagOf(iname);
    const bool isShared =
        tag.isLocal() || (tag.isGroup() && var->space == AddressSpace::Global);
    if (!isShared || !hasOwnValues(kernel, graph, iname, var->name) ||
        !hasOwnValues(kernel, graph, iname, other->name))
      continue;
    return "each iteration of '" + iname + "' has values of its own in '" +
           var->name + "', which is in " + addressSpaceName(var->space) +
           " memory for all of them: give it elements of its own, "
           "privatize_temporaries_with_inames(knl, \"" +
           iname + "\", \"" + var->name +
           "\"), or another address space, set_temporary_address_space(knl, "
           "\"" +
           storageMembers(kernel, *var) + "\", \"" +
           (tag.isLocal() ? "private" : "local") + "\")";
  }
  return "";
}

// --- a cycle

// Why what the instruction updates is neither; "" if nothing is to be said.
static std::string neitherReductionNorScan(const Kernel &kernel,
                                           const Instruction &insn) {
  std::string reduction = whyNoReduction(kernel, insn);
  std::string scan = whyNoScan(kernel, insn);
  if (reduction.empty())
    return scan.empty() ? "" : "it is no scan, for " + scan;
  return "it is no parallel reduction, for " + reduction +
         (scan.empty() || scan == reduction ? ""
                                            : "; and no scan, for " + scan);
}

namespace {

class Explanation {
public:
  Explanation(const Kernel &kernel, DependenceGraph &graph,
              const CyclicItems &cyclic)
      : kernel(kernel), graph(graph), cyclic(cyclic) {
    for (size_t item = 0; item < cyclic.items.size(); ++item)
      for (int i : cyclic.items[item])
        itemOf[i] = item;
    findCycle();
  }

  UserError run() {
    int edge = edgeToShow();
    if (edge < 0)
      return UserError("kernel '" + kernel.name + "': instruction '" +
                           first(cycle.front()).id +
                           "' would have to come both before and after '" +
                           first(cycle.back()).id + "'; " + remedy(nullptr),
                       first(cycle.front()).range);
    const DependenceEdge &e = graph.edges()[edge];
    return dependenceError("the loops cannot be ordered, because each would "
                           "have to come before the other",
                           kernel, graph, e, cyclic.relation(edge), remedy(&e));
  }

private:
  const Instruction &insn(int i) const { return *kernel.instructions[i]; }
  const Instruction &first(int item) const {
    return insn(cyclic.items[item].front());
  }

  // Each pending item waits for another: go back until one is met again.
  void findCycle() {
    std::vector<int> path{cyclic.pending.front()};
    while (true) {
      int before = -1;
      for (int item : cyclic.pending)
        if (before < 0 && cyclic.next[item].count(path.back()))
          before = item;
      auto met = std::find(path.begin(), path.end(), before);
      if (before < 0 || met != path.end()) {
        cycle.assign(before < 0 ? path.begin() : met, path.end());
        return;
      }
      path.push_back(before);
    }
  }

  // Is `to` right after `from` on the cycle, which is stored backwards?
  bool follows(int from, int to) const {
    for (size_t k = 0; k < cycle.size(); ++k)
      if (cycle[k] == to && cycle[(k + 1) % cycle.size()] == from)
        return true;
    return false;
  }

  // A dependence on the cycle, best one against the order of the source.
  int edgeToShow() const {
    int shown = -1;
    for (int edge : cyclic.edges) {
      const DependenceEdge &e = graph.edges()[edge];
      int from = itemOf.at(e.source), to = itemOf.at(e.sink);
      if (!e.ordered || !follows(from, to))
        continue;
      if (shown < 0 || from > to)
        shown = edge;
      if (from > to)
        break;
    }
    return shown;
  }

  // "'b' after 'a'" where a script asks for the order on the cycle.
  std::string addedDependency() const {
    for (const auto &[i, item] : itemOf)
      for (const auto &[j, other] : itemOf)
        if (insn(i).dependsOn.count(insn(j).id) && follows(other, item))
          return "'" + insn(i).id + "' after '" + insn(j).id + "'";
    return "";
  }

  // The loop of source or sink that the variable bounds.
  std::string loopBoundBy(const std::string &variable,
                          const DependenceEdge &e) const {
    for (int i : {e.source, e.sink})
      for (const std::string &iname : insn(i).inames)
        if (int d = kernel.domainOf(iname);
            d >= 0 && kernel.domains[d].involves(variable))
          return iname;
    return "";
  }

  // Inames of `in` that `lacking` is not within.
  static std::string lacks(const Instruction &lacking, const Instruction &in) {
    std::string text;
    for (const std::string &iname : in.inames)
      if (!lacking.within(iname))
        text += (text.empty() ? "" : ", ") + iname;
    return text;
  }

  // The loop's bounds are values of their own for what `e.sink` runs in.
  std::string boundRemedy(const DependenceEdge &e) const {
    const std::string &variable = graph.accesses()[e.sourceAccess].variable;
    std::string loop = loopBoundBy(variable, e);
    if (loop.empty())
      return "";
    const Instruction *user = &insn(e.source), *owner = &insn(e.sink);
    if (graph.accesses()[e.sourceAccess].write)
      std::swap(user, owner);
    std::string missing = lacks(*user, *owner);
    if (missing.empty())
      return "";
    return "'" + variable + "' bounds the loop over '" + loop +
           "' and has a value for each (" + missing + "), but '" + user->id +
           "' is in that loop and runs once for all of them: let it run for "
           "each of them (leave " +
           missing + " out of what it sweeps), or outside the loop over '" +
           loop + "'";
  }

  // The two would be a reduction or a scan, were it not for something.
  std::string reductionRemedy(const DependenceEdge &e) const {
    const std::string &variable = graph.accesses()[e.sourceAccess].variable;
    for (int i : {e.source, e.sink})
      if (insn(i).assigns(variable))
        if (std::string none = neitherReductionNorScan(kernel, insn(i));
            !none.empty())
          return none + ": leave the loops over it sequential, or take what "
                        "stands in the way out of them";
    return "";
  }

  // A loop of its own reads what another loop keeps one value of at a time.
  std::string laterRemedy(const DependenceEdge &e) const {
    VariablePtr var =
        kernel.findVariable(graph.accesses()[e.sourceAccess].variable);
    const std::string missing = lacks(insn(e.source), insn(e.sink));
    if (!var || !var->isTemporary() || e.kind != DependenceKind::Anti ||
        missing.empty() || lacks(insn(e.sink), insn(e.source)).empty())
      return "";
    return "'" + var->name + "' has one value at a time, but '" +
           insn(e.source).id + "' reads those of all iterations of '" +
           missing +
           "' in a loop of its own: before they are parted, give each an "
           "element, privatize_temporaries_with_inames(knl, \"" +
           missing + "\", \"" + var->name + "\")";
  }

  // An end of the dependence is held to its place by loops that it shares with
  // what has to come on the other side: those would be loops of its own.
  std::string partedFromItsItem(int end) const {
    for (int other : cyclic.items[itemOf.at(end)]) {
      std::string shared;
      for (const std::string &iname : loopInames(kernel, insn(end)))
        if (other != end && insn(other).within(iname))
          shared += (shared.empty() ? "" : ", ") + iname;
      if (!shared.empty())
        return "'" + insn(end).id + "' shares the loops over '" + shared +
               "' with '" + insn(other).id +
               "': give it loops of its own with duplicate_inames(knl, \"" +
               shared + "\", within=\"id:" + insn(end).id + "\")";
    }
    return "";
  }

  std::string remedy(const DependenceEdge *e) const {
    std::string added = addedDependency();
    if (!added.empty())
      return "remove the add_dependency that puts " + added;
    std::string bounds = e ? boundRemedy(*e) : "";
    if (!bounds.empty())
      return bounds;
    std::string reduction = e ? reductionRemedy(*e) : "";
    if (!reduction.empty())
      return reduction;
    std::string storage = e ? storageRemedy(kernel, graph, *e) : "";
    if (!storage.empty())
      return storage;
    std::string later = e ? laterRemedy(*e) : "";
    if (!later.empty())
      return later;
    std::string shared;
    for (const std::string &iname :
         e ? loopInames(kernel, insn(e->sink)) : std::vector<std::string>())
      if (insn(e->source).within(iname))
        shared += (shared.empty() ? "" : ", ") + iname;
    if (shared.empty() && e)
      for (int end : {e->sink, e->source})
        if (std::string parted = partedFromItsItem(end); !parted.empty())
          return parted;
    if (shared.empty())
      return "compute what the one needs of the other elsewhere: within other "
             "loops (within, precompute_outer_inames), or for another sweep";
    return "the instructions share the loops over '" + shared +
           "': give one of them loops of its own with duplicate_inames(knl, "
           "\"" +
           shared + "\", within=\"id:" + insn(e->sink).id + "\")";
  }

  const Kernel &kernel;
  DependenceGraph &graph;
  const CyclicItems &cyclic;
  std::map<int, int> itemOf;
  std::vector<int> cycle; // items, each before the one that waits for it
};

} // namespace

UserError loopyc::cyclicOrder(const Kernel &kernel, DependenceGraph &graph,
                              const CyclicItems &cyclic) {
  return Explanation(kernel, graph, cyclic).run();
}

// --- races

std::string loopyc::unlessReduction(const Kernel &kernel,
                                    const Instruction &insn,
                                    const std::string &remedy) {
  std::string none = neitherReductionNorScan(kernel, insn);
  return none.empty() ? remedy : none + ": " + remedy;
}

// What makes atomic updates of the two accesses, or why one of them is none.
static std::string atomicRemedy(const Kernel &kernel, const AccessInfo &a,
                                const AccessInfo &b,
                                const std::string &otherwise) {
  VariablePtr var = kernel.findVariable(a.variable);
  if (!var || a.variable != b.variable)
    return otherwise;
  if (a.update && a.update == b.update &&
      obstacleToAtomic(*a.update, var->type).empty())
    return "make the updates atomic, make_atomic(knl, \"" + var->name +
           "\"), or " + otherwise;
  if (!a.atomic && !b.atomic)
    return otherwise;
  const AccessInfo &atomic = a.atomic ? a : b, &other = a.atomic ? b : a;
  return "'" + kernel.instructions[atomic.instruction]->id +
         "' is atomic, but '" + kernel.instructions[other.instruction]->id +
         "' is no atomic update by the same operation: " + otherwise;
}

std::string loopyc::raceRemedy(const Kernel &kernel, DependenceGraph &graph,
                               const DependenceEdge &edge,
                               const std::string &otherwise) {
  std::string space = spaceRemedy(kernel, graph, edge);
  if (!space.empty())
    return space;
  std::string remedy =
      atomicRemedy(kernel, graph.accesses()[edge.sourceAccess],
                   graph.accesses()[edge.sinkAccess], otherwise);
  if (edge.source != edge.sink)
    return remedy;
  return unlessReduction(kernel, *kernel.instructions[edge.source], remedy);
}
