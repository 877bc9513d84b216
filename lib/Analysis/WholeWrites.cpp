#include "loopyc/Analysis/WholeWrites.h"

#include "TouchedElements.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// { axis(0), ... : 0 <= axis(a) < extent of a }; nullopt if that is not affine.
static std::optional<Set> elementsOf(const Variable &array) {
  Set all = Set::universe();
  for (size_t a = 0; a < array.axes.size(); ++a) {
    const Expr &extent = array.axes[a].extent;
    std::optional<PwAff> size = toAffine(extent);
    if (!size)
      return std::nullopt;
    PwAff axis = PwAff::name(subscriptName(a));
    all = all.intersect(axis.ge(PwAff::constant(0))).intersect(axis.lt(*size));
  }
  return all;
}

bool loopyc::writesWholeArray(const Kernel &kernel, const std::string &array) {
  VariablePtr variable = kernel.findVariable(array);
  std::optional<Set> all = variable ? elementsOf(*variable) : std::nullopt;
  if (!all)
    return false;
  Set rest = all->intersect(kernel.assumptions.flat()); // not written yet
  InstanceSets instances(kernel);
  for (const AccessInfo &access : collectAccesses(kernel)) {
    int writer = access.instruction;
    if (!access.write || access.variable != array || !instances.exact(writer))
      continue;
    if (auto written = touchedElements(access, instances.of(writer),
                                       *kernel.instructions[writer]))
      rest = rest.subtract(*written).coalesce();
  }
  return rest.isEmpty();
}
