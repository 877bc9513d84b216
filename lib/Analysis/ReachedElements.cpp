#include "loopyc/Analysis/ReachedElements.h"

#include "KernelFacts.h"
#include "TouchedElements.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Values/Affine.h"

#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static constexpr unsigned long mostOperations = 500000;

// { axis(0), ... : an instance touches this element }, of those that certainly
// run; nullopt if others touch more.
static std::optional<Set> certainElements(const Kernel &kernel,
                                          const std::string &array) {
  Set certain = Set::empty(), possible = Set::empty();
  InstanceSets instances(kernel);
  std::set<std::string> seen;
  for (const AccessInfo &access : collectAccesses(kernel)) {
    const int insn = access.instruction;
    if (access.variable != array ||
        !seen.insert(instances.key(insn) + access.reference.str()).second)
      continue;
    auto elements = touchedElements(access, instances.of(insn),
                                    *kernel.instructions[insn]);
    if (!elements)
      return std::nullopt;
    Set &known = instances.exact(insn) ? certain : possible;
    known = known.unite(*elements);
  }
  if (!possible.isSubset(certain))
    return std::nullopt;
  return certain.coalesce();
}

// The place of the last element in the order of Fortran, from 0: along the last
// axis as far as possible, there along the one before, and so on.
static std::optional<Expr> lastPlace(Set elements, const Variable &array,
                                     const Names &parameters,
                                     const Set &context) {
  const Type type = Type::integer(8);
  Expr place = Expr::integer(0, type);
  for (size_t axis = array.axes.size(); axis-- > 0;) {
    const std::string name = subscriptName(axis);
    PwAff last = elements.maxOf(name, parameters);
    elements = elements.intersect(PwAff::name(name).eq(last));
    place = place + fromAffine(last, context, type);
    if (axis == 0)
      break;
    const Expr &extent = array.axes[axis - 1].extent;
    if (!extent)
      return std::nullopt;
    place = Expr::cast(extent, type) * place;
  }
  return place;
}

std::optional<Expr> loopyc::reachedElements(const Kernel &kernel,
                                            const std::string &array) {
  VariablePtr variable = kernel.findVariable(array);
  if (!variable || variable->isScalar())
    return std::nullopt;
  try {
    poly::OperationLimit limit(mostOperations);
    std::optional<Set> elements = certainElements(kernel, array);
    if (!elements)
      return std::nullopt;
    const Names parameters = integerValues(kernel);
    const Set assumptions = kernel.assumptions.flat();
    const Set isReached = elements->projectOnto(parameters).flat();
    const Set context = isReached.intersect(assumptions);
    if (context.isEmpty())
      return Expr::integer(0, Type::integer(8));
    std::optional<Expr> place =
        lastPlace(*elements, *variable, parameters, context);
    if (!place)
      return std::nullopt;
    return Expr::select(fromCondition(isReached, assumptions), fold(*place + 1),
                        Expr::integer(0, Type::integer(8)));
  } catch (const UserError &) { // unbounded, or too complex
    return std::nullopt;
  }
}
