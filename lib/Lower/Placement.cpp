#include "loopyc/Lower/Placement.h"

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
  std::sort(list.begin(), list.end(),
            [](const HardwareAxisUse &a, const HardwareAxisUse &b) {
              return std::pair(!a.group, a.axis) < std::pair(!b.group, b.axis);
            });
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
  bool group = tag.isGroup();
  if (tag.axis > 2)
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
    if (known.group == group && known.axis == tag.axis)
      use = &known;
  if (!use) {
    list.emplace_back();
    use = &list.back();
    use->group = group;
    use->axis = tag.axis;
    use->name = std::string(group ? "gid(" : "lid(") +
                std::to_string(tag.axis) + ")";
    use->sizeValue = PwAff::constant(group ? 0 : 1);
  }
  if (!group) {
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
                     [](const HardwareAxisUse &axis) { return !axis.group; });
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
  if (axis.group && var && var->isTemporary() &&
      var->space == AddressSpace::Local)
    return Expr();
  return Expr::integer(0);
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

std::vector<std::string> loopyc::loopInames(const Kernel &kernel,
                                            const Instruction &insn) {
  std::vector<std::string> result;
  for (const std::string &iname : insn.inames) {
    InameTag tag = kernel.tagOf(iname);
    if (tag.nesting() == LoopNesting::Loop)
      result.push_back(iname);
  }
  return result;
}

std::vector<std::string> loopyc::innerInames(const Kernel &kernel,
                                             const Instruction &insn) {
  std::vector<std::string> result;
  for (const std::string &iname : insn.inames)
    if (kernel.tagOf(iname).nesting() == LoopNesting::Innermost)
      result.push_back(iname);
  return result;
}
