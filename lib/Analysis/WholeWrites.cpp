#include "loopyc/Analysis/WholeWrites.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Analysis/Affine.h"

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// A name for the subscript along an axis, which no Fortran name is.
static std::string axisName(size_t axis) {
  return "axis(" + std::to_string(axis) + ")";
}

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

// { axis(0), ... : an instance writes this element }; nullopt if unknown.
static std::optional<Set> written(const AccessInfo &access,
                                  const Kernel &kernel,
                                  InstanceSets &instances) {
  if (!instances.exact(access.instruction))
    return std::nullopt;
  Set result = instances.of(access.instruction);
  for (size_t a = 0; a < access.location.size(); ++a) {
    const Expr &subscript = access.location[a];
    std::optional<PwAff> value = subscript ? toAffine(subscript) : std::nullopt;
    if (!value)
      return std::nullopt;
    result = result.equate(axisName(a), *value);
  }
  const Instruction &insn = *kernel.instructions[access.instruction];
  return result.project(Names(insn.inames.begin(), insn.inames.end()));
}

bool loopyc::writesWholeArray(const Kernel &kernel, const std::string &array) {
  VariablePtr variable = kernel.findVariable(array);
  std::optional<Set> missing =
      variable ? elementsOf(*variable) : std::nullopt;
  if (!missing)
    return false;
  Set rest = missing->intersect(kernel.assumptions.flat());
  InstanceSets instances(kernel);
  for (const AccessInfo &access : collectAccesses(kernel)) {
    if (!access.write || access.variable != array)
      continue;
    if (std::optional<Set> some = written(access, kernel, instances))
      rest = rest.subtract(*some).coalesce();
  }
  return rest.isEmpty();
}
