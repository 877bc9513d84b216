// Every temporary Private, Local or Global, by where its values flow.
#include "AddressSpaces.h"

#include "ContractArrays.h"
#include "SharedArrays.h"
#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/Lower/Placement.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::Set;

namespace {

class SpaceChoice {
public:
  explicit SpaceChoice(const Placement &placement) : placement(placement) {}

  Kernel run(Kernel kernel) const;

private:
  Set crossing(DependenceGraph &graph, const Kernel &kernel,
               const DependenceEdge &edge, const HardwareAxisUse &axis,
               Set &relation) const;
  bool plainlyCrosses(DependenceGraph &graph, const Kernel &kernel,
                      const DependenceEdge &edge,
                      const HardwareAxisUse &axis) const;
  AddressSpace needed(DependenceGraph &graph, const Kernel &kernel,
                      const std::string &variable) const;
  bool hasFixedPlaces(const Kernel &kernel, const std::string &variable) const;
  Kernel decide(Kernel kernel) const;
  void checkSpaces(const Kernel &kernel,
                   const std::set<std::string> &variables) const;

  const Placement &placement;
};

} // namespace

// The pairs of an edge whose ends are at different positions of the axis; null
// if there are none. `relation` is the edge's, null until it is needed.
Set SpaceChoice::crossing(DependenceGraph &graph, const Kernel &kernel,
                        const DependenceEdge &edge, const HardwareAxisUse &axis,
                        Set &relation) const {
  const Instruction &writer = *kernel.instructions[edge.source];
  const Instruction &reader = *kernel.instructions[edge.sink];
  Coordinate from = placement.coordinate(kernel, writer, axis);
  Coordinate to = placement.coordinate(kernel, reader, axis);
  if (!from || axis.isTrivial())
    return Set();
  if (to && graph.areEqual(edge, from, to))
    return Set();
  auto x = toAffine(from);
  auto y = to ? toAffine(primedExpr(to, reader)) : std::nullopt;
  auto apart = [&](const Set &pairs) {
    return x && y ? pairs.intersect(x->ne(*y)) : pairs;
  };
  // Which of the writes is the last takes longer to find out.
  if (!relation && apart(graph.conflicts(edge)).isEmpty())
    return Set();
  if (!relation)
    relation = graph.relation(edge);
  Set pairs = apart(relation);
  return pairs.isEmpty() ? Set() : pairs;
}

// As far as the words show.
bool SpaceChoice::plainlyCrosses(DependenceGraph &graph, const Kernel &kernel,
                               const DependenceEdge &edge,
                               const HardwareAxisUse &axis) const {
  Coordinate from =
      placement.coordinate(kernel, *kernel.instructions[edge.source], axis);
  Coordinate to = placement.coordinate(kernel, *kernel.instructions[edge.sink], axis);
  return from && to && !axis.isTrivial() &&
         graph.plainlyDiffer(edge, from, to);
}

// The smallest address space through which the variable's values reach their
// readers.
AddressSpace SpaceChoice::needed(DependenceGraph &graph, const Kernel &kernel,
                               const std::string &variable) const {
  AddressSpace result = AddressSpace::Private;
  for (const DependenceEdge &edge : graph.edges()) {
    if (!passesValue(edge.kind) ||
        graph.accesses()[edge.sourceAccess].variable != variable)
      continue;
    Set relation;
    for (const HardwareAxisUse &axis : placement.axes()) {
      bool isKnown = axis.isLocal() && result != AddressSpace::Private;
      if (!isKnown && (plainlyCrosses(graph, kernel, edge, axis) ||
                       crossing(graph, kernel, edge, axis, relation)))
        result = axis.isGroup() ? AddressSpace::Global : AddressSpace::Local;
    }
  }
  return result;
}

// Values that a script keeps in memory of one work-item or group must not be
// read by another.
void SpaceChoice::checkSpaces(const Kernel &kernel,
                            const std::set<std::string> &variables) const {
  if (variables.empty() || placement.axes().empty())
    return;
  DependenceGraph graph(kernel, [&](AccessInfo &access) {
    return variables.count(access.variable) > 0;
  });
  for (const DependenceEdge &edge : graph.edges()) {
    if (!passesValue(edge.kind))
      continue;
    VariablePtr var =
        kernel.findVariable(graph.accesses()[edge.sourceAccess].variable);
    Set relation;
    for (const HardwareAxisUse &axis : placement.axes()) {
      if (var->space == AddressSpace::Local && axis.isLocal())
        continue;
      if (Set pairs = crossing(graph, kernel, edge, axis, relation))
        throw dependenceError(
            "'" + var->name + "' is " + addressSpaceName(var->space) +
                ", but its values go from one " +
                (axis.isGroup() ? "work-group" : "work-item") + " to another",
            kernel, graph, edge, pairs,
            axis.isGroup()
                ? "keep it in global memory, or tag other inames"
                : "keep it in local memory "
                  "(set_temporary_address_space), or tag other inames");
    }
  }
}

static bool isAuto(const VariablePtr &var) {
  return var->space == AddressSpace::Auto;
}

static Kernel withSpace(Kernel kernel, const std::string &name,
                        AddressSpace space) {
  Variable changed = *kernel.findVariable(name);
  changed.space = space;
  kernel.setVariable(std::make_shared<const Variable>(changed));
  return kernel;
}

// Do all writers of the variable have an iname on every axis? Then it makes no
// difference to them where it lives.
bool SpaceChoice::hasFixedPlaces(const Kernel &kernel,
                               const std::string &variable) const {
  return std::all_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) {
        return !insn->assigns(variable) ||
               std::all_of(placement.axes().begin(), placement.axes().end(),
                           [&](const HardwareAxisUse &axis) {
                             return axis.isGroup() ||
                                    !placement.inameOn(*insn, axis).empty();
                           });
      });
}

static std::set<std::string> keptApart(const Kernel &kernel) {
  std::set<std::string> names;
  for (const VariablePtr &temp : kernel.temporaries)
    if (temp->space == AddressSpace::Private ||
        temp->space == AddressSpace::Local)
      names.insert(temp->name);
  return names;
}

// Local memory is declared in the kernel. What is not put there by name, but
// because the work-items of a group share it, may lie in a global buffer with
// a part for each group.
static void requireConstantSizes(const Kernel &kernel) {
  for (const VariablePtr &temp : kernel.temporaries)
    if (temp->space == AddressSpace::Local && !storageBytes(*temp)) {
      Expr elements = storageExtent(*temp);
      throw UserError(
          "kernel '" + kernel.name + "': '" + temp->name +
              "' is to be in local memory, whose size is fixed at compile "
              "time, but it has " +
              (elements ? elements.str() : "an unknown number of") +
              " elements; fix the sizes it depends on (fix_parameters), sweep "
              "inames of constant range only, or give no address space: then "
              "it may lie in global memory, with a part for each work-group",
          temp->range);
    }
}

// Storage of one memory cannot hold what each work-item has of its own and
// what a group has together.
static void requireOneMemory(const Kernel &kernel) {
  std::map<std::string, VariablePtr> first; // by storage
  for (const VariablePtr &temp : kernel.temporaries) {
    if (temp->baseStorage.empty())
      continue;
    const VariablePtr &other =
        first.try_emplace(temp->baseStorage, temp).first->second;
    if (other->space != temp->space)
      throw UserError("kernel '" + kernel.name + "': '" + other->name +
                          "' and '" + temp->name + "' share storage '" +
                          temp->baseStorage + "', but by where their values "
                          "flow the one is " +
                          addressSpaceName(other->space) + ", the other " +
                          addressSpaceName(temp->space) +
                          "; let temporaries of one memory share it, or give "
                          "both the wider one (set_temporary_address_space)",
                      temp->range);
  }
}

Kernel SpaceChoice::run(Kernel kernel) const {
  std::set<std::string> given = keptApart(kernel);
  requireConstantSizes(kernel);
  kernel = decide(std::move(kernel));
  checkSpaces(kernel, given);
  requireOneMemory(kernel);
  return kernel;
}

Kernel SpaceChoice::decide(Kernel kernel) const {
  bool mayCross = !placement.axes().empty();
  // A variable that turns local makes its writers run once for each group,
  // which may show other variables to cross; so again until nothing changes.
  while (mayCross) {
    std::set<std::string> open;
    for (const VariablePtr &temp : kernel.temporaries)
      if (isAuto(temp))
        open.insert(temp->name);
    if (open.empty())
      return kernel;
    DependenceGraph graph(kernel, [&](AccessInfo &access) {
      return open.count(access.variable) > 0;
    });
    bool changed = false;
    for (const std::string &name : open) {
      AddressSpace space = needed(graph, kernel, name);
      if (space == AddressSpace::Private)
        continue;
      kernel = withSpace(std::move(kernel), name, space);
      changed = changed || !hasFixedPlaces(kernel, name);
    }
    if (!changed)
      break;
  }
  if (mayCross)
    kernel =
        shareArrays(contractArrays(std::move(kernel), placement), placement);
  std::vector<std::string> rest;
  for (const VariablePtr &temp : kernel.temporaries)
    if (isAuto(temp))
      rest.push_back(temp->name);
  for (const std::string &name : rest)
    kernel = withSpace(std::move(kernel), name, AddressSpace::Private);
  return kernel;
}

Kernel loopyc::placeTemporaries(const Kernel &kernel) {
  Placement placement(kernel);
  return SpaceChoice(placement).run(kernel);
}
