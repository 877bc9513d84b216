#include "StorageReuse.h"

#include "StoragePairs.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

namespace {

class StorageEdges : public std::enable_shared_from_this<StorageEdges> {
public:
  StorageEdges(DependenceGraph &graph, const Placement &placement)
      : graph(graph), pairs(graph, placement) {}

  void run() {
    for (const StorageGroup &members : storageGroups(graph.kernel(), false)) {
      for (size_t m = 0; m + 1 < members.size(); ++m)
        connect(*members[m], *members[m + 1], false);
      connect(*members.back(), *members.front(), true);
    }
  }

private:
  // All accesses of `from` with all writes of `to`: at equal iterations, or
  // at different ones, in either order then.
  void connect(const Variable &from, const Variable &to, bool differing) {
    for (int source : pairs.accessesTo(from.name))
      for (int sink : pairs.accessesTo(to.name))
        if (graph.accesses()[sink].write)
          connect(from, to, source, sink, differing);
  }

  void connect(const Variable &from, const Variable &to, int source, int sink,
               bool differing) {
    std::set<std::string> common = commonInames(from, to, source, sink);
    if (differing && common.empty())
      return;
    DependenceEdge::Added edge;
    edge.relation = [self = shared_from_this(), &from, &to, source, sink,
                     differing] {
      return differing
                 ? self->pairs.ofDifferingValues(from, to, source, sink)
                 : self->pairs.ofEqualValues(from, to, source, sink);
    };
    if (!differing)
      edge.pinned = common;
    bool overwrites = differing && graph.accesses()[source].write;
    graph.addEdge(overwrites ? DependenceKind::Output : DependenceKind::Anti,
                  !differing, source, sink, std::move(edge));
  }

  // Inames by which both tell their values apart.
  std::set<std::string> commonInames(const Variable &from, const Variable &to,
                                     int source, int sink) const {
    std::set<std::string> common;
    for (size_t a = 0; a < from.axes.size(); ++a)
      for (size_t b = 0; b < to.axes.size(); ++b) {
        if (!isReused(from.axes[a]) || !isReused(to.axes[b]) ||
            from.axes[a].name != to.axes[b].name)
          continue;
        const Expr &x = graph.accesses()[source].location[a];
        const Expr &y = graph.accesses()[sink].location[b];
        if (const auto *iname = x.getIf<VarRef>(); iname && x == y)
          common.insert(iname->name);
        else
          common.insert("");
      }
    return common;
  }

  DependenceGraph &graph;
  StoragePairs pairs;
};

// Values of different work-items that run at the same time need storage of
// their own each.
class ConcurrencyCheck {
public:
  ConcurrencyCheck(const Kernel &kernel, const Placement &placement)
      : kernel(kernel), placement(placement) {}

  void run() const {
    for (const InstructionPtr &insn : kernel.instructions)
      for (const Expr &assignee : insn->assignees())
        if (const auto *array = assignee.getIf<ArrayRef>())
          if (VariablePtr var = kernel.findVariable(array->name);
              var && var->isTemporary() && hasReusedAxes(*var))
            check(*insn, *array, *var);
  }

private:
  void check(const Instruction &insn, const ArrayRef &written,
             const Variable &var) const {
    std::set<std::string> apart, arrays;
    for (size_t a = 0; a < var.axes.size(); ++a)
      if (isReused(var.axes[a]))
        collectNames(written.subscripts[a], apart, arrays);
    for (const HardwareAxisUse &axis : placement.axes())
      if (!axis.isTrivial() && !axis.tellsApart(var.space) &&
          apart.count(placement.inameOn(insn, axis)))
        refuse(insn, var, axis);
  }

  [[noreturn]] void refuse(const Instruction &insn, const Variable &var,
                           const HardwareAxisUse &axis) const {
    std::string iname = placement.inameOn(insn, axis);
    throw UserError(
        "kernel '" + kernel.name + "': write race: '" + insn.id + "' writes '" +
            var.name + "' in " + addressSpaceName(var.space) +
            " memory, which the work-" + (axis.isGroup() ? "groups" : "items") +
            " of iname '" + iname + "' (" + axis.str() +
            ") share, though each has a value of its own; do you need to add "
            "an extra iname, '" +
            iname + "', to the sweep inames of your prefetch?",
        insn.range);
  }

  const Kernel &kernel;
  const Placement &placement;
};

} // namespace

void loopyc::addStorageEdges(DependenceGraph &graph,
                             const Placement &placement) {
  ConcurrencyCheck(graph.kernel(), placement).run();
  // The edges ask it for their relations later.
  auto edges = std::make_shared<StorageEdges>(graph, placement);
  edges->run();
}

Kernel loopyc::dropReusedAxes(Kernel kernel) {
  std::map<std::string, std::vector<bool>> dropped;
  for (VariablePtr &temp : kernel.temporaries) {
    if (!hasReusedAxes(*temp))
      continue;
    std::vector<bool> &drop = dropped[temp->name];
    auto stored = std::make_shared<Variable>(*temp);
    stored->axes.clear();
    for (const Axis &axis : temp->axes) {
      drop.push_back(isReused(axis));
      if (!drop.back())
        stored->axes.push_back(axis);
    }
    temp = std::move(stored);
  }
  if (dropped.empty())
    return kernel;
  for (InstructionPtr &insn : kernel.instructions)
    insn = mapExprs(insn, [&](const Expr &e) {
      return rewrite(e, [&](const Expr &node) {
        const auto *array = node.getIf<ArrayRef>();
        auto it = array ? dropped.find(array->name) : dropped.end();
        if (it == dropped.end())
          return node;
        std::vector<Expr> subscripts;
        for (size_t a = 0; a < array->subscripts.size(); ++a)
          if (!it->second[a])
            subscripts.push_back(array->subscripts[a]);
        return subscripts.empty()
                   ? Expr::var(array->name, node.type())
                   : Expr::array(array->name, std::move(subscripts),
                                 node.type());
      });
    });
  return kernel;
}
