#include "Assumptions.h"

#include "loopyc/Poly/Complexity.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include "llvm/Support/MathExtras.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// What one condition more may cost: it takes a fraction of a second.
static constexpr unsigned long mostAssumptionOperations = 200000;
// And all conditions of divisibility together.
static constexpr size_t mostDivisions = 32;

// { parameters : each has a value of its type }
static Set typeRanges(const Kernel &kernel, const poly::Names &names) {
  Set ranges = Set::universe();
  for (const std::string &parameter : names) {
    VariablePtr var = kernel.findVariable(parameter);
    int bits = var ? 8 * var->type.bytes : 64;
    if (bits > 64)
      continue;
    PwAff value = PwAff::name(parameter);
    ranges = ranges.intersect(value.ge(PwAff::constant(llvm::minIntN(bits))))
                 .intersect(value.le(PwAff::constant(llvm::maxIntN(bits))));
  }
  return ranges;
}

static std::string typesText(const Kernel &kernel, const poly::Names &names) {
  std::string text;
  for (const std::string &parameter : names)
    if (VariablePtr var = kernel.findVariable(parameter)) {
      int bits = std::min(64, 8 * var->type.bytes);
      text += (text.empty() ? "" : ", ") + parameter + " is " +
              var->type.fortran() + ", " + std::to_string(llvm::minIntN(bits)) +
              " to " + std::to_string(llvm::maxIntN(bits));
    }
  return text;
}

// { parameters : no array has a negative extent }; throws for the first array
// that `assumed` leaves no shape.
static void requireShapes(const Kernel &kernel, const Set &assumed,
                          const std::string &text) {
  Set shaped = assumed;
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list)
      for (const Expr &extent : var->declared.extents) {
        auto size =
            extent && !asInteger(extent) ? toAffine(extent) : std::nullopt;
        if (!size)
          continue;
        shaped = shaped.intersect(size->ge(PwAff::constant(0)));
        if (shaped.isEmpty())
          throw UserError(std::string(assumeName) + ": if " + text +
                              ", array '" + var->name +
                              "' has a negative extent, " + extent.str() +
                              "; assume sizes of at least 0",
                          var->range);
      }
}

static Set joined(const Kernel &kernel, const Set &condition,
                  const std::string &text) {
  poly::Names names = condition.names();
  Set ranges = typeRanges(kernel, names);
  if (condition.intersect(ranges).isEmpty())
    throw UserError(std::string(assumeName) + ": no values meet " + text +
                    (names.empty() ? "" : ": " + typesText(kernel, names)));
  if (kernel.assumptions.intersect(ranges).isSubset(condition))
    return kernel.assumptions;
  Set both =
      kernel.assumptions.intersect(condition).coalesce().removeRedundancies();
  if (both.intersect(ranges).isEmpty())
    throw UserError(std::string(assumeName) + ": the assumption " +
                    condition.str() + " contradicts what kernel '" +
                    kernel.name + "' already assumes, " +
                    kernel.assumptions.str());
  requireShapes(kernel, both, text);
  return both;
}

Set loopyc::withCondition(const Kernel &kernel, const Set &condition,
                          const std::string &text) {
  poly::OperationLimit limit(mostAssumptionOperations);
  try {
    if (poly::divisionCount(kernel.assumptions) +
            poly::divisionCount(condition) >
        mostDivisions)
      throw poly::TooComplex("too many divisions");
    return joined(kernel, condition, text);
  } catch (const poly::TooComplex &) {
    throw UserError(std::string(assumeName) + ": " + text +
                    ", together with what kernel '" + kernel.name +
                    "' already assumes, is too complex to be decided; assume "
                    "fewer conditions, or simpler ones that follow from them");
  }
}
