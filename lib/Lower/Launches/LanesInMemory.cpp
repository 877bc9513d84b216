#include "Launches/LanesInMemory.h"

#include "Reductions/ReductionRanges.h"
#include "loopyc/Lower/Lower.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;

static bool isConstant(const Expr &e) {
  std::set<std::string> scalars, arrays;
  collectNames(e, scalars, arrays);
  return scalars.empty() && arrays.empty();
}

// A step of a reduction sets its first values: no script knows of it. What
// steps assign besides is the result of a reduction inside, which may come
// after steps that read it: that stays private, and is refused.
static bool isMadeByReduction(const Kernel &kernel, const std::string &name) {
  bool isMade = false;
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!insn->assigns(name) || !insn->tags.count(reductionStepTag))
      continue;
    if (!insn->predicates.empty() || !llvm::all_of(insn->values(), isConstant))
      return false;
    isMade = true;
  }
  return isMade;
}

// Has each work-item elements of its own? In registers it has, whatever the
// subscripts.
static bool isApart(const Kernel &kernel, const std::string &name) {
  for (const InstructionPtr &insn : kernel.instructions) {
    std::set<std::string> scalars, arrays;
    bool isUsed = false;
    auto collect = [&](const Expr &e) {
      walk(e, [&](const Expr &node) {
        const auto *element = node.getIf<ArrayRef>();
        if (!element || element->name != name)
          return true;
        isUsed = true;
        for (const Expr &subscript : element->subscripts)
          collectNames(subscript, scalars, arrays);
        return true;
      });
    };
    llvm::for_each(insn->reads(), collect);
    llvm::for_each(insn->assignees(), collect);
    auto isSpread = [&](const std::string &iname) {
      const InameTag &tag = kernel.tagOf(iname);
      return (tag.isGroup() || tag.isLocal()) && !scalars.count(iname);
    };
    if (isUsed && llvm::any_of(insn->inames, isSpread))
      return false;
  }
  return true;
}

// An element for each iteration of the loop that the axis is of; nullopt where
// its subscripts do not count from 0.
static std::optional<Axis> inMemory(const Kernel &kernel, const Axis &axis) {
  if (!std::holds_alternative<ReusedAxis>(axis.tag))
    return axis;
  if (!kernel.hasIname(axis.name))
    return std::nullopt;
  const InameRange range = rangeOf(kernel, axis.name);
  if (asInteger(range.low) != 0)
    return std::nullopt;
  return Axis{range.count, NestedAxis{0}, ""};
}

// Neighbouring work-items have neighbouring elements: the last axis is fastest.
static VariablePtr inMemory(const Kernel &kernel, const Variable &registers) {
  Variable result = registers;
  result.space = AddressSpace::Global;
  for (Axis &axis : result.axes) {
    std::optional<Axis> made = inMemory(kernel, axis);
    if (!made || !std::holds_alternative<NestedAxis>(made->tag))
      return nullptr;
    axis = *made;
  }
  int level = 0;
  for (size_t a = result.axes.size(); a-- > 0;)
    std::get<NestedAxis>(result.axes[a].tag).level = level++;
  return std::make_shared<const Variable>(std::move(result));
}

std::optional<Kernel>
loopyc::lanesInMemory(const Kernel &kernel,
                      const std::set<std::string> &crossing) {
  std::optional<Kernel> result;
  for (const std::string &name : crossing) {
    VariablePtr var = kernel.findVariable(name);
    if (!var || var->space != AddressSpace::Private ||
        !isMadeByReduction(kernel, name) || !isApart(kernel, name))
      continue;
    VariablePtr made = inMemory(kernel, *var);
    if (!made)
      continue;
    if (!result)
      result = kernel;
    result->setVariable(made);
  }
  return result;
}
