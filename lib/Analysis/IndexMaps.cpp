#include "IndexMaps.h"

#include "KernelFacts.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

std::optional<MapReference> loopyc::mapReference(const Kernel &kernel,
                                                 const Expr &e) {
  std::optional<MapReference> result;
  walk(e, [&](const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    if (!array)
      return true;
    VariablePtr var = kernel.findVariable(array->name);
    auto offset = asInteger(fold(e - node));
    // Written by a kernel that was fused with this one, say.
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
