#include "loopyc/Lower/RowItems.h"

#include "ComputedScalars.h"
#include "loopyc/Poly/Complexity.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace loopyc;
using poly::PwAff;

static const HardwareAxisUse *find(const Placement &placement,
                                   const GridAxis &axis) {
  auto found = llvm::find_if(placement.axes(), [&](const HardwareAxisUse &use) {
    return use == axis;
  });
  return found == placement.axes().end() ? nullptr : &*found;
}

static bool sharesLocally(const Kernel &kernel) {
  return llvm::any_of(kernel.temporaries, [](const VariablePtr &var) {
    return var->space == AddressSpace::Local;
  });
}

// Where the instruction stands on the axis: at the first position, if it has
// no iname there.
static PwAff positionOn(const Placement &placement, const Instruction &insn,
                        const HardwareAxisUse &axis) {
  const std::string iname = placement.inameOn(insn, axis);
  if (iname.empty())
    return PwAff::constant(0);
  return PwAff::name(iname) - *toAffine(axis.offset.at(iname));
}

Expr loopyc::rowItems(const Kernel &kernel, const Placement &placement) {
  auto option = kernel.options.values.find("fit_groups");
  if (option == kernel.options.values.end() || option->second != "True")
    return {};
  const HardwareAxisUse *groups = find(placement, {AxisKind::Group, 0});
  const HardwareAxisUse *items = find(placement, {AxisKind::Local, 0});
  if (!groups || !items || !find(placement, {AxisKind::Group, 1}))
    return {};
  const int64_t size = *asInteger(items->size);
  const bool hasOthers =
      llvm::any_of(placement.axes(), [](const HardwareAxisUse &axis) {
        return axis.isLocal() && axis.number > 0 && !axis.isTrivial();
      });
  if (hasOthers || !llvm::isPowerOf2_64(size) || sharesLocally(kernel))
    return {};
  const std::string position = kernel.freshName("position");
  PwAff count = PwAff::constant(1);
  try {
    for (const InstructionPtr &insn : kernel.instructions) {
      PwAff at = positionOn(placement, *insn, *groups).scaled(size) +
                 positionOn(placement, *insn, *items);
      PwAff last = domainOf(kernel, insn->inames)
                       .equate(position, at)
                       .maxOf(position, sizeParameters(kernel));
      // What it says of instructions that do not run is no matter: the least
      // number that suffices is asked for.
      count = count.max(last.gist(last.domain()) + PwAff::constant(1));
      constexpr size_t mostCases = 16;
      if (poly::caseCount(count) > mostCases)
        return {};
    }
  } catch (UserError &) {
    return {}; // not known before the launch
  }
  return fromAffine(count, kernel.assumptions);
}
