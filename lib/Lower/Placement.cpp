#include "loopyc/Lower/Placement.h"

#include "ComputedScalars.h"
#include "ConstantRange.h"
#include "loopyc/Analysis/Definitions.h"
#include "loopyc/Poly/Complexity.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// Where the kernel computes it.
static SourceRange rangeOfValue(const Kernel &kernel, const std::string &name) {
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigns(name))
      return insn->range;
  return kernel.range;
}

// Into one that it makes no more than a few cases with.
static void addSize(std::vector<PwAff> &sizes, const PwAff &size) {
  constexpr size_t mostCases = 16;
  for (PwAff &known : sizes)
    if (poly::caseCount(known) * poly::caseCount(size) <= mostCases) {
      known = known.max(size);
      return;
    }
  sizes.push_back(size);
}

static Expr largestOf(const std::vector<PwAff> &sizes, const Set &assumptions) {
  std::vector<Expr> values;
  for (const PwAff &size : sizes)
    values.push_back(fromAffine(size, assumptions));
  return values.size() == 1
             ? values.front()
             : Expr::call(Intrinsic::Max, values, values.front().type());
}

// What the host knows when it launches the kernel.
static Names knownToHost(const Kernel &kernel, ComputedScalars &computed,
                         const std::set<std::string> &readBack) {
  Names result = sizeParameters(kernel);
  result.insert(result.end(), readBack.begin(), readBack.end());
  const std::set<std::string> &ofHost = computed.ofHost();
  result.insert(result.end(), ofHost.begin(), ofHost.end());
  return result;
}

Placement::Placement(const Kernel &kernel, std::set<std::string> known)
    : readBack(std::move(known)) {
  ComputedScalars computed(kernel);
  const Names ofHost = knownToHost(kernel, computed, readBack);
  for (const std::string &iname : kernel.inames()) {
    InameTag tag = kernel.tagOf(iname);
    if (tag.nesting() == LoopNesting::Axis)
      addAxis(kernel, iname, tag, ofHost, computed);
  }
  std::sort(list.begin(), list.end());
  for (HardwareAxisUse &axis : list) {
    if (axis.isLocal())
      continue; // at least one work-item
    findNeededAtFirst(kernel, axis);
    // Something may run at the first position, however short the loops are.
    bool needsFirst = std::any_of(
        kernel.instructions.begin(), kernel.instructions.end(),
        [&](const InstructionPtr &insn) {
          return inameOn(*insn, axis).empty() &&
                 coordinate(kernel, *insn, axis);
        });
    if (needsFirst)
      axis.sizeValues[0] = axis.sizeValues[0].max(PwAff::constant(1));
    axis.size = largestOf(axis.sizeValues, kernel.assumptions);
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
                        InameTag tag, const Names &known,
                        ComputedScalars &scalars) {
  const GridAxis axis = *tag.gridAxis();
  if (axis.number > 2)
    throw UserError("iname '" + iname + "' of kernel '" + kernel.name +
                    "' is tagged " + tag.str() +
                    "; devices have axes 0, 1 and 2");
  Set range = rangeSet(kernel, iname);
  std::set<std::string> computed = scalars.in(range);
  if (!computed.empty())
    computed = scalars.endsOf(iname);
  for (const std::string &param : computed)
    if (!readBack.count(param))
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
  for (HardwareAxisUse &other : list)
    if (other == axis)
      use = &other;
  bool isFirst = !use;
  if (isFirst)
    use = &list.emplace_back(HardwareAxisUse{axis, Expr(), {}, {}});
  if (axis.isLocal()) {
    auto ends = constantEnds(range, iname);
    if (!ends)
      throw UserError(
          "iname '" + iname + "' of kernel '" + kernel.name + "' is tagged " +
              tag.str() + ", but its range in " +
              range.projectOnto({iname}).str() +
              " has no constant bound; work-group sizes are fixed at compile "
              "time: split the iname, or fix or bound the parameters it "
              "depends on",
          kernel.range);
    auto [low, high] = *ends;
    use->offset[iname] = Expr::integer(low);
    int64_t size = high - low + 1;
    if (!isFirst)
      size = std::max(size, *asInteger(use->size));
    use->size = Expr::integer(size);
    use->sizeValues = {PwAff::constant(size)};
    return;
  }
  PwAff low, high;
  try {
    low = range.minOf(iname, known);
    high = range.maxOf(iname, known);
  } catch (UserError &error) {
    throw UserError("iname '" + iname + "' of kernel '" + kernel.name +
                        "' is tagged " + tag.str() + ", but " + error.what(),
                    kernel.range);
  }
  use->offset[iname] =
      fromAffine(low.gist(low.domain()), kernel.assumptions);
  PwAff count = high - low + PwAff::constant(1);
  PwAff size = PwAff::select(count.domain(), count, PwAff::constant(0));
  if (sizes.insert({axis, size.str()}).second)
    addSize(use->sizeValues, size);
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

// Is all that it assigns in temporaries of such spaces?
static bool allAssigned(const Kernel &kernel, const Instruction &insn,
                        bool (*fits)(AddressSpace)) {
  std::vector<std::string> names = insn.assigneeNames();
  return std::all_of(names.begin(), names.end(), [&](const std::string &name) {
    VariablePtr var = kernel.findVariable(name);
    return var && var->isTemporary() && fits(var->space);
  });
}

bool Placement::isReplicated(const Kernel &kernel,
                             const Instruction &insn) const {
  return allAssigned(kernel, insn, [](AddressSpace space) {
    return space == AddressSpace::Private || space == AddressSpace::Auto;
  });
}

Coordinate Placement::coordinate(const Kernel &kernel, const Instruction &insn,
                                 const HardwareAxisUse &axis) const {
  std::string iname = inameOn(insn, axis);
  if (!iname.empty())
    return Expr::var(iname) - axis.offset.at(iname);
  if (auto first = neededAtFirst.find(axis);
      first != neededAtFirst.end() && first->second.count(insn.id))
    return Expr::integer(0);
  if (isReplicated(kernel, insn))
    return Expr();
  // Each group has its own local memory, whatever group it is.
  bool isOwn = allAssigned(kernel, insn, [](AddressSpace space) {
    return space == AddressSpace::Private || space == AddressSpace::Auto ||
           space == AddressSpace::Local;
  });
  if (axis.isGroup() && isOwn)
    return Expr();
  return Expr::integer(0);
}

static bool readsAny(const Kernel &kernel, const Instruction &insn,
                     const std::set<std::string> &names) {
  return llvm::any_of(namesRead(kernel, insn), [&](const std::string &name) {
    return names.count(name) > 0;
  });
}

// Does it read memory that the kernel writes, too?
static bool readsWritten(const Kernel &kernel, const Instruction &insn,
                         const std::set<std::string> &written) {
  for (const std::string &name : namesRead(kernel, insn))
    if (VariablePtr var = kernel.findVariable(name);
        var && written.count(name) &&
        (!var->isTemporary() || var->space == AddressSpace::Global))
      return true;
  return false;
}

// Copies, private or in local memory, that no other group reads than the first
// one, where what the instructions read for them may be what that one writes,
// which no barrier orders. Loops run in all groups, for barriers in them do.
void Placement::findNeededAtFirst(const Kernel &kernel,
                                  const HardwareAxisUse &axis) {
  std::map<std::string, std::vector<const Instruction *>> copiers;
  std::vector<const Instruction *> elsewhere;
  std::set<std::string> written, bounds;
  for (const InstructionPtr &insn : kernel.instructions) {
    std::vector<std::string> assigned = insn->assigneeNames();
    written.insert(assigned.begin(), assigned.end());
    Coordinate at = coordinate(kernel, *insn, axis);
    if (!at)
      for (const std::string &name : assigned)
        copiers[name].push_back(insn.get());
    else if (!asInteger(at))
      elsewhere.push_back(insn.get());
  }
  for (const Set &domain : kernel.domains)
    for (const std::string &name : domain.params())
      bounds.insert(name);

  std::set<std::string> candidates;
  for (const auto &[name, insns] : copiers)
    for (const Instruction *insn : insns)
      candidates.insert(insn->id);
  if (candidates.empty())
    return;
  auto isNeeded = [&](const Instruction *insn) {
    if (candidates.erase(insn->id))
      elsewhere.push_back(insn);
  };
  for (const auto &[name, insns] : copiers)
    if (bounds.count(name))
      llvm::for_each(insns, isNeeded);
  for (size_t k = 0; k < elsewhere.size(); ++k)
    for (const std::string &name : namesRead(kernel, *elsewhere[k]))
      if (auto found = copiers.find(name); found != copiers.end()) {
        const Instruction *last =
            definitionBefore(kernel, name, *elsewhere[k]);
        for (const Instruction *insn : found->second)
          if (!last || insn == last)
            isNeeded(insn);
      }

  // Those that read such memory, and those that read their values.
  std::set<std::string> &ids = neededAtFirst[axis], values;
  for (size_t before = 1; before != ids.size();) {
    before = ids.size();
    for (const InstructionPtr &insn : kernel.instructions)
      if (candidates.count(insn->id) && !ids.count(insn->id) &&
          (readsWritten(kernel, *insn, written) ||
           readsAny(kernel, *insn, values))) {
        ids.insert(insn->id);
        for (const std::string &name : insn->assigneeNames())
          values.insert(name);
      }
  }
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

std::vector<std::string> loopyc::innerLoops(const Kernel &kernel,
                                            const Instruction &insn) {
  std::vector<std::string> result = innerInames(kernel, insn);
  // Those that a list names change places with each other; the first list last,
  // for it prevails.
  for (const auto &order : llvm::reverse(kernel.loopPriority)) {
    std::vector<size_t> places;
    std::vector<std::string> named;
    for (size_t i = 0; i < result.size(); ++i)
      if (llvm::is_contained(order, result[i]))
        places.push_back(i);
    for (const std::string &iname : order)
      if (llvm::is_contained(result, iname))
        named.push_back(iname);
    for (size_t i = 0; i < places.size(); ++i)
      result[places[i]] = named[i];
  }
  return result;
}
