#include "EqualExtents.h"

#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Values/Affine.h"

#include <map>

using namespace loopyc;
using namespace loopyc::frontend;

static std::vector<EqualExtents>
boundsOfSameArrays(const Procedure &procedure, const Kernel &kernel) {
  std::vector<EqualExtents> result;
  std::map<std::pair<std::string, std::string>, VariablePtr> first;
  for (const HiddenVariable &hidden : procedure.hidden) {
    const std::string array = fortran::reachedArray(hidden.value);
    const VariablePtr own = kernel.findVariable(hidden.variable.name);
    if (array.empty() || !own)
      continue;
    const DeclaredLayout &known =
        first.emplace(std::pair(hidden.value.module, array), own)
            .first->second->declared;
    for (size_t d = 0; d < own->declared.extents.size(); ++d)
      for (const auto &[a, b] :
           {std::pair(known.lowerBounds[d], own->declared.lowerBounds[d]),
            std::pair(known.extents[d], own->declared.extents[d])})
        if (!(a == b))
          result.push_back({a, b, "", hidden.variable.range});
  }
  return result;
}

void frontend::assumeEqualExtents(const Procedure &procedure, Kernel &kernel) {
  auto isKnown = [&](const std::string &name) {
    VariablePtr variable = kernel.findVariable(name);
    return variable && variable->isValue();
  };
  std::vector<EqualExtents> all = procedure.equalExtents;
  for (EqualExtents &same : boundsOfSameArrays(procedure, kernel))
    all.push_back(std::move(same));
  for (const EqualExtents &same : all) {
    auto a = toAffine(fold(same.a), isKnown),
         b = toAffine(fold(same.b), isKnown);
    if (same.isCertain && (!a || !b))
      continue;
    if (!a || !b)
      throw UserError("not supported: whether the extents " + same.a.str() +
                          " and " + same.b.str() +
                          " are equal cannot be asked before the kernel; " +
                          same.unless,
                      same.range);
    kernel.assumptions = kernel.assumptions.intersect(a->eq(*b).flat());
  }
}
