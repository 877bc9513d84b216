#include "Placement.h"

#include "LoopTree.h"

#include "loopyc/Analysis/Affine.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// The parameters of the kernel that the host knows: everything in its domains
// but inames and data.
static Names sizeParameters(const Kernel &kernel) {
  std::set<std::string> names;
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      names.insert(arg->name);
  return Names(names.begin(), names.end());
}

static std::vector<std::string> enclosing(const Kernel &kernel,
                                          const std::string &iname) {
  // The iname and those that its bounds mention, outermost last.
  std::vector<std::string> result{iname};
  for (size_t i = 0; i < result.size(); ++i) {
    int d = kernel.domainOf(result[i]);
    if (d < 0)
      continue;
    for (const Names &names :
         {kernel.domains[d].dims(), kernel.domains[d].params()})
      for (const std::string &name : names)
        if (kernel.hasIname(name) && kernel.domains[d].involves(name) &&
            std::find(result.begin(), result.end(), name) == result.end())
          result.push_back(name);
  }
  return result;
}

// Where the kernel computes it.
static SourceRange rangeOfValue(const Kernel &kernel, const std::string &name) {
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigneeName() == name)
      return insn->range;
  return kernel.range;
}

Placement::Placement(const Kernel &kernel) {
  for (const std::string &iname : kernel.inames()) {
    InameTag tag = kernel.tagOf(iname);
    if (tag.nesting() == LoopNesting::Axis)
      addAxis(kernel, iname, tag);
  }
  std::sort(list.begin(), list.end());
  for (HardwareAxisUse &axis : list) {
    // Something may run at the first position, however short the loops are.
    bool needsFirst = std::any_of(
        kernel.instructions.begin(), kernel.instructions.end(),
        [&](const InstructionPtr &insn) {
          return inameOn(*insn, axis).empty() &&
                 coordinate(kernel, *insn, axis);
        });
    if (needsFirst)
      axis.sizeValue = axis.sizeValue.max(PwAff::constant(1));
    axis.size = fromAffine(axis.sizeValue, kernel.assumptions);
  }
  for (const InstructionPtr &insn : kernel.instructions)
    for (const HardwareAxisUse &axis : list) {
      std::string first;
      for (const std::string &iname : insn->inames) {
        if (!axis.offset.count(iname))
          continue;
        if (!first.empty())
          throw UserError("instruction '" + insn->id + "' is within inames '" +
                              first + "' and '" + iname +
                              "', both tagged " +
                              kernel.tagOf(iname).str() +
                              "; an instruction may have one iname on each "
                              "axis: give one of them another tag",
                          insn->range);
        first = iname;
      }
    }
}

void Placement::addAxis(const Kernel &kernel, const std::string &iname,
                        InameTag tag) {
  const GridAxis axis = *tag.gridAxis();
  if (axis.number > 2)
    throw UserError("iname '" + iname + "' of kernel '" + kernel.name +
                    "' is tagged " + tag.str() +
                    "; devices have axes 0, 1 and 2");
  Set range = domainOf(kernel, enclosing(kernel, iname))
                  .flat()
                  .intersect(kernel.assumptions);
  for (const std::string &param : range.params())
    if (VariablePtr var = kernel.findVariable(param);
        var && !var->isValue() && range.involves(param))
      throw UserError(
          "iname '" + iname + "' of kernel '" + kernel.name + "' is tagged " +
              tag.str() + ", but its bounds depend on '" + param +
              "', which the kernel computes; the host must know the "
              "range of a parallel axis: compute '" +
              param +
              "' before the kernel (an argument, or what stands before "
              "a region), or tag an iname whose bounds it is not in",
          rangeOfValue(kernel, param));
  HardwareAxisUse *use = nullptr;
  for (HardwareAxisUse &known : list)
    if (known == axis)
      use = &known;
  if (!use) {
    PwAff least = PwAff::constant(axis.isGroup() ? 0 : 1);
    use = &list.emplace_back(HardwareAxisUse{axis, Expr(), least, {}});
  }
  if (axis.isLocal()) {
    auto low = range.minConst(iname), high = range.maxConst(iname);
    if (!low || !high)
      throw UserError(
          "iname '" + iname + "' of kernel '" + kernel.name + "' is tagged " +
              tag.str() + ", but its range in " +
              range.projectOnto({iname}).str() +
              " has no constant bound; work-group sizes are fixed at compile "
              "time: split the iname, or fix or bound the parameters it "
              "depends on",
          kernel.range);
    use->offset[iname] = Expr::integer(*low);
    use->sizeValue = use->sizeValue.max(PwAff::constant(*high - *low + 1));
    return;
  }
  Names params = sizeParameters(kernel);
  PwAff low, high;
  try {
    low = range.minOf(iname, params);
    high = range.maxOf(iname, params);
  } catch (UserError &error) {
    throw UserError("iname '" + iname + "' of kernel '" + kernel.name +
                        "' is tagged " + tag.str() + ", but " + error.what(),
                    kernel.range);
  }
  use->offset[iname] =
      fromAffine(low.gist(low.domain()), kernel.assumptions);
  PwAff count = high - low + PwAff::constant(1);
  use->sizeValue = use->sizeValue.max(PwAff::select(
      count.domain(), count, PwAff::constant(0)));
}

bool Placement::hasLocalAxes() const {
  return std::any_of(list.begin(), list.end(),
                     [](const GridAxis &axis) { return axis.isLocal(); });
}

std::string Placement::inameOn(const Instruction &insn,
                               const HardwareAxisUse &axis) const {
  for (const std::string &iname : insn.inames)
    if (axis.offset.count(iname))
      return iname;
  return "";
}

bool Placement::isReplicated(const Kernel &kernel,
                             const Instruction &insn) const {
  std::string name = insn.assigneeName();
  if (name.empty())
    return true;
  VariablePtr var = kernel.findVariable(name);
  return var && var->isTemporary() &&
         (var->space == AddressSpace::Private ||
          var->space == AddressSpace::Auto);
}

Coordinate Placement::coordinate(const Kernel &kernel, const Instruction &insn,
                                 const HardwareAxisUse &axis) const {
  std::string iname = inameOn(insn, axis);
  if (!iname.empty())
    return Expr::var(iname) - axis.offset.at(iname);
  if (isReplicated(kernel, insn))
    return Expr();
  // Each group has its own local memory, whatever group it is.
  VariablePtr var = kernel.findVariable(insn.assigneeName());
  if (axis.isGroup() && var && var->isTemporary() &&
      var->space == AddressSpace::Local)
    return Expr();
  return Expr::integer(0);
}

// The pairs of an edge whose ends are at different positions of the axis; null
// if there are none. `relation` is the edge's, null until it is needed.
Set Placement::crossing(DependenceGraph &graph, const Kernel &kernel,
                        const DependenceEdge &edge, const HardwareAxisUse &axis,
                        Set &relation) const {
  const Instruction &writer = *kernel.instructions[edge.source];
  const Instruction &reader = *kernel.instructions[edge.sink];
  Coordinate from = coordinate(kernel, writer, axis);
  Coordinate to = coordinate(kernel, reader, axis);
  if (!from || axis.isTrivial())
    return Set();
  if (to && from == to &&
      (asInteger(from) || graph.isPinned(edge, inameOn(writer, axis))))
    return Set();
  if (!relation)
    relation = graph.relation(edge);
  if (relation.isEmpty() || !to)
    return relation.isEmpty() ? Set() : relation;
  auto x = toAffine(from), y = toAffine(primedExpr(to, reader));
  Set pairs = x && y ? relation.intersect(x->ne(*y)) : relation;
  return pairs.isEmpty() ? Set() : pairs;
}

// As far as the words show.
bool Placement::plainlyCrosses(DependenceGraph &graph, const Kernel &kernel,
                               const DependenceEdge &edge,
                               const HardwareAxisUse &axis) const {
  Coordinate from =
      coordinate(kernel, *kernel.instructions[edge.source], axis);
  Coordinate to = coordinate(kernel, *kernel.instructions[edge.sink], axis);
  return from && to && !axis.isTrivial() &&
         graph.plainlyDiffer(edge, from, to);
}

// The smallest address space through which the variable's values reach their
// readers.
AddressSpace Placement::needed(DependenceGraph &graph, const Kernel &kernel,
                               const std::string &variable) const {
  AddressSpace result = AddressSpace::Private;
  for (const DependenceEdge &edge : graph.edges()) {
    if (!passesValue(edge.kind) ||
        graph.accesses()[edge.sourceAccess].variable != variable)
      continue;
    Set relation;
    for (const HardwareAxisUse &axis : list) {
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
void Placement::checkSpaces(const Kernel &kernel,
                            const std::set<std::string> &variables) const {
  if (variables.empty() || list.empty())
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
    for (const HardwareAxisUse &axis : list) {
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
bool Placement::hasFixedPlaces(const Kernel &kernel,
                               const std::string &variable) const {
  return std::all_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) {
        return insn->assigneeName() != variable ||
               std::all_of(
                   list.begin(), list.end(), [&](const HardwareAxisUse &axis) {
                     return axis.isGroup() || !inameOn(*insn, axis).empty();
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

Kernel Placement::withAddressSpaces(Kernel kernel) const {
  std::set<std::string> given = keptApart(kernel);
  requireConstantSizes(kernel);
  kernel = decideAddressSpaces(std::move(kernel));
  checkSpaces(kernel, given);
  requireOneMemory(kernel);
  return kernel;
}

Kernel Placement::decideAddressSpaces(Kernel kernel) const {
  bool mayCross = !list.empty();
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
  std::vector<std::string> rest;
  for (const VariablePtr &temp : kernel.temporaries)
    if (isAuto(temp))
      rest.push_back(temp->name);
  for (const std::string &name : rest)
    kernel = withSpace(std::move(kernel), name, AddressSpace::Private);
  return kernel;
}

AccessFilter Placement::byOwner(const Kernel &kernel) const {
  return [this, &kernel](AccessInfo &access) {
    VariablePtr var = kernel.findVariable(access.variable);
    if (!var || !var->isTemporary())
      return true;
    const Instruction &insn = *kernel.instructions[access.instruction];
    for (const HardwareAxisUse &axis : list)
      if (axis.tellsApart(var->space))
        access.location.push_back(coordinate(kernel, insn, axis));
    return true;
  };
}
