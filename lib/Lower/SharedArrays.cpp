#include "SharedArrays.h"

#include "ContractArrays.h"
#include "loopyc/IR/Names.h"
#include "loopyc/Transform/Privatize.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Set;

// Of local memory, for an array that need not be there.
static constexpr int64_t mostGroupBytes = 8192;

using Axes = std::set<GridAxis>;

namespace {

class Sharing {
public:
  Sharing(const Kernel &kernel, const Placement &placement,
          const std::set<std::string> &variables)
      : kernel(kernel), placement(placement),
        graph(kernel, [&](AccessInfo &access) {
          return variables.count(access.variable) > 0;
        }) {}

  // The fewest axes whose positions need arrays of their own, so that those
  // that share one never touch an element that another does.
  std::optional<Axes> apart(const std::string &variable);

private:
  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }
  bool mayShare(const std::string &variable, const Axes &own);
  Set atOnePosition(const DependenceEdge &edge, const Axes &own) const;
  bool isTogether(const DependenceEdge &edge, const HardwareAxisUse &axis);
  bool meet(const DependenceEdge &edge, const HardwareAxisUse &axis,
            const Set &pairs) const;

  const Kernel &kernel;
  const Placement &placement;
  DependenceGraph graph;
};

} // namespace

// { i -> i' : in the same place on these axes }
Set Sharing::atOnePosition(const DependenceEdge &edge, const Axes &own) const {
  Set result = Set::universe();
  for (const HardwareAxisUse &axis : placement.axes()) {
    if (!own.count(axis))
      continue;
    auto x = toAffine(placement.coordinate(kernel, insn(edge.source), axis));
    auto y = toAffine(primedExpr(
        placement.coordinate(kernel, insn(edge.sink), axis), insn(edge.sink)));
    if (x && y)
      result = result.intersect(x->eq(*y));
  }
  return result;
}

// Do the words show all pairs in one place on the axis?
bool Sharing::isTogether(const DependenceEdge &edge,
                         const HardwareAxisUse &axis) {
  return graph.areEqual(edge,
                        placement.coordinate(kernel, insn(edge.source), axis),
                        placement.coordinate(kernel, insn(edge.sink), axis));
}

// Are there pairs in different places on the axis?
bool Sharing::meet(const DependenceEdge &edge, const HardwareAxisUse &axis,
                   const Set &pairs) const {
  const Instruction &sink = insn(edge.sink);
  auto x = toAffine(placement.coordinate(kernel, insn(edge.source), axis));
  auto y = toAffine(
      primedExpr(placement.coordinate(kernel, sink, axis), sink));
  return !x || !y || !pairs.intersect(x->ne(*y)).isEmpty();
}

bool Sharing::mayShare(const std::string &variable, const Axes &own) {
  for (const DependenceEdge &edge : graph.edges()) {
    if (graph.accesses()[edge.sourceAccess].variable != variable)
      continue;
    Set pairs; // most edges are settled without them
    for (const HardwareAxisUse &axis : placement.axes()) {
      if (axis.isTrivial() || own.count(axis) || isTogether(edge, axis))
        continue;
      if (!pairs)
        pairs = graph.conflicts(edge).intersect(atOnePosition(edge, own));
      if (meet(edge, axis, pairs))
        return false;
    }
  }
  return true;
}

std::optional<Axes> Sharing::apart(const std::string &variable) {
  Axes groups;
  for (const HardwareAxisUse &axis : placement.axes()) {
    if (axis.isTrivial())
      continue;
    for (const AccessInfo &access : graph.accesses())
      if (access.variable == variable &&
          placement.inameOn(insn(access.instruction), axis).empty())
        return std::nullopt;
    if (axis.isGroup())
      groups.insert(axis);
  }
  // None, then one, the outermost first, then more.
  std::vector<GridAxis> order(groups.rbegin(), groups.rend());
  std::vector<Axes> choices;
  for (unsigned bits = 0; bits < 1u << order.size(); ++bits) {
    Axes own;
    for (size_t i = 0; i < order.size(); ++i)
      if (bits >> i & 1)
        own.insert(order[i]);
    choices.push_back(std::move(own));
  }
  llvm::stable_sort(choices, [](const Axes &a, const Axes &b) {
    return a.size() < b.size();
  });
  for (Axes &own : choices)
    if (mayShare(variable, own))
      return std::move(own);
  return std::nullopt;
}

static Kernel withSpace(Kernel kernel, const std::string &name,
                        AddressSpace space) {
  Variable changed = *kernel.findVariable(name);
  changed.space = space;
  kernel.setVariable(std::make_shared<const Variable>(changed));
  return kernel;
}

static int outermostLevel(const Variable &var) {
  int level = -1;
  for (const Axis &axis : var.axes)
    if (const auto *nested = std::get_if<NestedAxis>(&axis.tag))
      level = std::max(level, nested->level);
  return level + 1;
}

// With an axis for the places on each of these, the slowest ones.
static Kernel withAxes(Kernel kernel, const Placement &placement,
                       const std::string &name, const Axes &own) {
  Variable wide = *kernel.findVariable(name);
  const size_t at = wide.axes.size();
  for (const HardwareAxisUse &axis : placement.axes())
    if (own.count(axis))
      wide.axes.push_back({typedNames(kernel, axis.size),
                           NestedAxis{outermostLevel(wide)},
                           ""});
  for (InstructionPtr &insn : kernel.instructions) {
    std::vector<Expr> extra;
    for (const HardwareAxisUse &axis : placement.axes())
      if (own.count(axis))
        extra.push_back(placement.coordinate(kernel, *insn, axis));
    insn = withCopies(insn, name, name, at, extra);
  }
  wide.space = AddressSpace::Global;
  kernel.setVariable(std::make_shared<const Variable>(std::move(wide)));
  return kernel;
}

static bool isLarge(const Variable &temp) {
  return temp.space == AddressSpace::Auto && !temp.isScalar() &&
         temp.baseStorage.empty() && temp.visibleAxes() == temp.axes.size() &&
         storageBytes(temp).value_or(INT64_MAX) > mostPrivateBytes;
}

static bool hasOnlyNestedAxes(const Variable &temp) {
  return llvm::all_of(temp.axes, [](const Axis &axis) {
    return std::holds_alternative<NestedAxis>(axis.tag);
  });
}

Kernel loopyc::shareArrays(Kernel kernel, const Placement &placement) {
  std::set<std::string> large;
  for (const VariablePtr &temp : kernel.temporaries)
    if (isLarge(*temp))
      large.insert(temp->name);
  if (large.empty())
    return kernel;
  const size_t groupAxes =
      llvm::count_if(placement.axes(), [](const HardwareAxisUse &axis) {
        return axis.isGroup() && !axis.isTrivial();
      });
  Sharing sharing(kernel, placement, large);
  Kernel result = kernel;
  for (const std::string &name : large) {
    const Variable &temp = *kernel.findVariable(name);
    std::optional<Axes> own = sharing.apart(name);
    if (!own)
      continue;
    if (own->empty())
      result = withSpace(std::move(result), name, AddressSpace::Global);
    else if (own->size() < groupAxes && hasOnlyNestedAxes(temp))
      result = withAxes(std::move(result), placement, name, *own);
    else if (placement.hasLocalAxes() &&
             storageBytes(temp).value_or(0) <= mostGroupBytes)
      result = withSpace(std::move(result), name, AddressSpace::Local);
  }
  return result;
}
