#include "IndexMaps.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// By a kernel that was fused with this one, say.
static bool isWritten(const Kernel &kernel, const std::string &variable) {
  return std::any_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->assigns(variable); });
}

std::optional<MapReference> loopyc::mapReference(const Kernel &kernel,
                                                 const Expr &e) {
  std::optional<MapReference> result;
  walk(e, [&](const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    if (!array)
      return true;
    VariablePtr var = kernel.findVariable(array->name);
    auto offset = asInteger(fold(e - node));
    if (var && var->map && offset && !isWritten(kernel, array->name))
      result = MapReference{array, *offset, var->map.get()};
    return false;
  });
  return result;
}

Set loopyc::withinBounds(const MapReference &map, const PwAff &value) {
  Set result = Set::universe();
  PwAff entry = value - PwAff::constant(map.offset);
  if (auto lower = map.facts->lower ? toAffine(map.facts->lower) : std::nullopt)
    result = result.intersect(entry.ge(*lower));
  if (auto upper = map.facts->upper ? toAffine(map.facts->upper) : std::nullopt)
    result = result.intersect(entry.le(*upper));
  return result;
}
