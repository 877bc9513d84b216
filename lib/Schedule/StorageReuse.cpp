#include "StorageReuse.h"

#include "loopyc/Analysis/Affine.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static bool isReused(const Axis &axis) {
  return std::holds_alternative<ReusedAxis>(axis.tag);
}

static bool hasReusedAxes(const Variable &var) {
  return std::any_of(var.axes.begin(), var.axes.end(), isReused);
}

// Do the two lie in their storage in the same way?
static bool haveSameLayout(const Variable &a, const Variable &b) {
  return a.type == b.type &&
         std::equal(a.axes.begin(), a.axes.end(), b.axes.begin(), b.axes.end(),
                    [](const Axis &x, const Axis &y) {
                      return axisTagStr(x.tag) == axisTagStr(y.tag) &&
                             (isReused(x) || (x.extent && y.extent &&
                                              x.extent == y.extent));
                    });
}

namespace {

class StorageEdges : public std::enable_shared_from_this<StorageEdges> {
public:
  StorageEdges(DependenceGraph &graph, const Placement &placement)
      : graph(graph), kernel(graph.kernel()), placement(placement) {}

  void run() {
    std::map<std::string, std::vector<VariablePtr>> groups;
    for (const VariablePtr &temp : kernel.temporaries)
      if (!temp->baseStorage.empty())
        groups["shared " + temp->baseStorage].push_back(temp);
      else if (hasReusedAxes(*temp) && temp->space != AddressSpace::Private)
        groups["own " + temp->name].push_back(temp);
    if (groups.empty())
      return;
    for (size_t a = 0; a < graph.accesses().size(); ++a)
      byVariable[graph.accesses()[a].variable].push_back(static_cast<int>(a));
    for (const auto &[name, members] : groups)
      group(members);
  }

private:
  void group(const std::vector<VariablePtr> &members) {
    for (size_t m = 0; m + 1 < members.size(); ++m)
      connect(*members[m], *members[m + 1], false);
    connect(*members.back(), *members.front(), true);
  }

  // All accesses of `from` with all writes of `to`: at equal iterations, or
  // at different ones, in either order then.
  void connect(const Variable &from, const Variable &to, bool differing) {
    // addEdge must not see the list that it changes.
    std::vector<std::pair<int, int>> pairs;
    for (int source : byVariable[from.name])
      for (int sink : byVariable[to.name])
        if (graph.accesses()[sink].write)
          pairs.push_back({source, sink});
    for (auto [source, sink] : pairs) {
      std::set<std::string> common = commonInames(from, to, source, sink);
      if (differing && common.empty())
        continue;
      DependenceEdge::Added edge;
      edge.relation = [self = shared_from_this(), &from, &to, source = source,
                       sink = sink, differing] {
        return self->related(from, to, source, sink, differing);
      };
      if (!differing)
        edge.pinned = common;
      graph.addEdge(differing ? DependenceKind::Update : DependenceKind::Anti,
                    source, sink, std::move(edge));
    }
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

  Set related(const Variable &from, const Variable &to, int sourceAccess,
              int sinkAccess, bool differing) {
    const AccessInfo &source = graph.accesses()[sourceAccess];
    const AccessInfo &sink = graph.accesses()[sinkAccess];
    const Instruction &sinkInsn = *kernel.instructions[sink.instruction];
    Set equal = Set::universe();
    for (size_t a = 0; a < from.axes.size(); ++a)
      for (size_t b = 0; b < to.axes.size(); ++b) {
        const std::string &iname = from.axes[a].name;
        if (!isReused(from.axes[a]) || !isReused(to.axes[b]) ||
            iname != to.axes[b].name)
          continue;
        auto x = toAffine(source.location[a]);
        auto y = toAffine(primedExpr(sink.location[b], sinkInsn));
        if (!x || !y)
          continue;
        equal = equal.intersect(x->eq(*y));
      }
    Set both =
        graph.instances()
            .of(source.instruction)
            .intersect(
                graph.instances().of(sink.instruction).rename(primes(sinkInsn)))
            .intersect(sameOwner(from, source, sink))
            .intersect(sameStorage(from, to, source, sink));
    both = differing ? both.subtract(equal) : both.intersect(equal);
    return both.coalesce();
  }

  // Of one temporary, the same element. Of several, which need not touch all
  // elements in turn, all but other copies: those that ilp and vec inames have
  // (the axes behind the reused ones).
  Set sameStorage(const Variable &from, const Variable &to,
                  const AccessInfo &source, const AccessInfo &sink) const {
    Set same = Set::universe();
    if (!haveSameLayout(from, to))
      return same;
    const Instruction &sinkInsn = *kernel.instructions[sink.instruction];
    bool isCopy = from.name == to.name;
    for (size_t a = 0; a < from.axes.size(); ++a) {
      isCopy |= isReused(from.axes[a]);
      if (!isCopy || isReused(from.axes[a]))
        continue;
      auto x = toAffine(source.location[a]);
      auto y = toAffine(primedExpr(sink.location[a], sinkInsn));
      if (x && y)
        same = same.intersect(x->eq(*y));
    }
    return same;
  }

  // Each work-item (group) has its own private (local) memory.
  Set sameOwner(const Variable &var, const AccessInfo &source,
                const AccessInfo &sink) const {
    Set same = Set::universe();
    const Instruction &from = *kernel.instructions[source.instruction];
    const Instruction &to = *kernel.instructions[sink.instruction];
    for (const HardwareAxisUse &axis : placement.axes()) {
      if (var.space == AddressSpace::Global ||
          (var.space == AddressSpace::Local && !axis.group))
        continue;
      Coordinate x = placement.coordinate(kernel, from, axis);
      Coordinate y = placement.coordinate(kernel, to, axis);
      if (!x || !y)
        continue;
      auto here = toAffine(x), there = toAffine(primedExpr(y, to));
      if (here && there)
        same = same.intersect(here->eq(*there));
    }
    return same;
  }

  DependenceGraph &graph;
  const Kernel &kernel;
  const Placement &placement;
  std::map<std::string, std::vector<int>> byVariable; // accesses
};

// Values of different work-items that run at the same time need storage of
// their own each.
class ConcurrencyCheck {
public:
  ConcurrencyCheck(const Kernel &kernel, const Placement &placement)
      : kernel(kernel), placement(placement) {}

  void run() const {
    for (const InstructionPtr &insn : kernel.instructions)
      if (VariablePtr var = kernel.findVariable(insn->assigneeName());
          var && var->isTemporary() && hasReusedAxes(*var))
        check(*insn, *var);
  }

private:
  void check(const Instruction &insn, const Variable &var) const {
    const auto *array = insn.assignment()->assignee.getIf<ArrayRef>();
    std::set<std::string> apart, arrays;
    for (size_t a = 0; a < var.axes.size(); ++a)
      if (isReused(var.axes[a]))
        collectNames(array->subscripts[a], apart, arrays);
    for (const HardwareAxisUse &axis : placement.axes())
      if (!axis.isTrivial() && isShared(var, axis) &&
          apart.count(placement.inameOn(insn, axis)))
        refuse(insn, var, axis);
  }

  static bool isShared(const Variable &var, const HardwareAxisUse &axis) {
    return var.space == AddressSpace::Global ||
           (var.space == AddressSpace::Local && !axis.group);
  }

  [[noreturn]] void refuse(const Instruction &insn, const Variable &var,
                           const HardwareAxisUse &axis) const {
    std::string iname = placement.inameOn(insn, axis);
    throw UserError(
        "kernel '" + kernel.name + "': write race: '" + insn.id +
            "' writes '" + var.name + "' in " + addressSpaceName(var.space) +
            " memory, which the work-" + (axis.group ? "groups" : "items") +
            " of iname '" + iname + "' (" + axis.name +
            ") share, though each has a value of its own; do you need to add "
            "an extra iname, '" +
            iname + "', to the sweep inames of your prefetch?",
        insn.range);
  }

  const Kernel &kernel;
  const Placement &placement;
};

// Loops around an access: those that tell values apart must be outside of the
// others, or their iterations would be interleaved.
class ReuseCheck {
public:
  explicit ReuseCheck(const Kernel &kernel) : kernel(kernel) {
    for (const VariablePtr &temp : kernel.temporaries)
      if (hasReusedAxes(*temp))
        temporaries[temp->name] = temp.get();
  }

  void run(const LoopTree &tree) {
    if (temporaries.empty())
      return;
    if (tree.kind == LoopTree::Kind::Leaf)
      mapExprs(kernel.instructions[tree.instruction], [&](const Expr &e) {
        references(e, *kernel.instructions[tree.instruction]);
        return e;
      });
    if (tree.kind == LoopTree::Kind::Loop)
      path.push_back(tree.iname);
    for (const LoopTree &child : tree.children)
      run(child);
    if (tree.kind == LoopTree::Kind::Loop)
      path.pop_back();
  }

private:
  void references(const Expr &e, const Instruction &insn) const {
    walk(e, [&](const Expr &node) {
      const auto *array = node.getIf<ArrayRef>();
      auto it = array ? temporaries.find(array->name) : temporaries.end();
      if (it != temporaries.end())
        visit(*array, *it->second, insn);
      return true;
    });
  }

  void visit(const ArrayRef &ref, const Variable &var,
             const Instruction &insn) const {
    std::set<std::string> apart, arrays;
    for (size_t a = 0; a < var.axes.size(); ++a)
      if (isReused(var.axes[a]))
        collectNames(ref.subscripts[a], apart, arrays);
    std::string between;
    for (const std::string &iname : path) {
      if (!apart.count(iname))
        between = between.empty() ? iname : between;
      else if (!between.empty())
        throw UserError("kernel '" + kernel.name + "': each iteration of '" +
                            iname + "' has its own value of '" + var.name +
                            "', but the loop over '" + between +
                            "' around it interleaves the iterations; nest '" +
                            iname + "' outside of '" + between +
                            "' (prioritize_loops), or sweep it, too",
                        insn.range);
    }
  }

  const Kernel &kernel;
  std::map<std::string, const Variable *> temporaries;
  std::vector<std::string> path;
};

} // namespace

void loopyc::addStorageEdges(DependenceGraph &graph,
                             const Placement &placement) {
  ConcurrencyCheck(graph.kernel(), placement).run();
  // The edges ask it for their relations later.
  auto edges = std::make_shared<StorageEdges>(graph, placement);
  edges->run();
}

void loopyc::checkReuse(const LoopTree &tree, const Kernel &kernel) {
  ReuseCheck(kernel).run(tree);
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
