#include "loopyc/Analysis/WholeWrites.h"

#include "TouchedElements.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::Set;

// { axis(0), ... : 0 <= axis(a) < extent of a }; nullopt if that is not affine.
static std::optional<Set> elementsOf(const Variable &array) {
  Set all = Set::universe();
  for (size_t a = 0; a < array.axes.size(); ++a) {
    const Expr &extent = array.axes[a].extent;
    Expr axis = Expr::var(axisName(a));
    if (!extent)
      return std::nullopt;
    for (const Expr &condition :
         {Expr::binary(BinaryOp::Ge, axis, Expr::integer(0), Type::logical(4)),
          Expr::binary(BinaryOp::Lt, axis, extent, Type::logical(4))}) {
      std::optional<Set> half = toCondition(condition);
      if (!half)
        return std::nullopt;
      all = all.intersect(*half);
    }
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
