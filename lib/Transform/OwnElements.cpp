#include "loopyc/Transform/OwnElements.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Poly/Set.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::PwAff;

// The iname and a number, added.
static bool isShifted(const Expr &subscript, const std::string &iname) {
  std::optional<PwAff> value = toAffine(
      subscript, [&](const std::string &name) { return name == iname; });
  return value && (*value - PwAff::name(iname)).asConstant().has_value();
}

bool loopyc::hasAxisOf(const Kernel &kernel, const Variable &var,
                       const std::string &iname) {
  std::vector<Expr> common;
  bool isFirst = true;
  for (const AccessInfo &access : collectAccesses(kernel)) {
    if (access.variable != var.name)
      continue;
    const auto *array = access.reference.getIf<ArrayRef>();
    if (!array || !kernel.instructions[access.instruction]->within(iname))
      return false;
    if (isFirst)
      common.assign(array->subscripts.begin(),
                    array->subscripts.begin() +
                        static_cast<int64_t>(var.visibleAxes()));
    isFirst = false;
    for (size_t axis = 0; axis < common.size(); ++axis)
      if (common[axis] && (!(array->subscripts[axis] == common[axis]) ||
                           !isShifted(common[axis], iname)))
        common[axis] = Expr();
  }
  for (const Expr &subscript : common)
    if (subscript)
      return true;
  return false;
}
