#include "loopyc/Analysis/TouchedBoxes.h"

#include "KernelFacts.h"
#include "TouchedElements.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// The profile is worth that much of isl's time for an array.
static constexpr unsigned long mostBoxOperations = 200000;

// { axis(0), ... : some access touches this element }
static std::optional<Set> elementsOf(const Kernel &kernel,
                                     const std::string &array, bool written) {
  Set touched = Set::empty();
  InstanceSets instances(kernel);
  std::set<std::string> seen;
  for (const AccessInfo &access : collectAccesses(kernel)) {
    int insn = access.instruction;
    if (access.variable != array || access.write != written ||
        !seen.insert(instances.key(insn) + access.reference.str()).second)
      continue;
    auto elements = touchedElements(access, instances.of(insn),
                                    *kernel.instructions[insn]);
    if (!elements)
      return std::nullopt;
    touched = touched.unite(*elements);
  }
  return touched.isEmpty() ? std::nullopt : std::optional(touched.coalesce());
}

// Is it written in sums, products, quotients, minima and maxima?
static bool isPlain(const Expr &e) {
  bool plain = true;
  walk(e, [&](const Expr &node) {
    plain &= !node.getIf<Select>() && !node.getIf<ArrayRef>();
    return plain;
  });
  return plain;
}

static std::optional<TouchedBox> boxAround(const Set &elements, size_t rank,
                                           const Kernel &kernel) {
  Names parameters = integerValues(kernel);
  Set assumptions = kernel.assumptions.flat();
  TouchedBox box;
  for (size_t axis = 0; axis < rank; ++axis) {
    std::string name = subscriptName(axis);
    PwAff length = elements.maxOf(name, parameters) -
                   elements.minOf(name, parameters) + PwAff::constant(1);
    Expr e = fromAffine(length, assumptions, Type::integer(8));
    if (!isPlain(e))
      return std::nullopt;
    box.push_back(e);
  }
  return box;
}

std::optional<TouchedBox> loopyc::touchedBox(const Kernel &kernel,
                                             const std::string &array,
                                             bool written) {
  VariablePtr variable = kernel.findVariable(array);
  if (!variable || variable->isScalar())
    return std::nullopt;
  try {
    poly::OperationLimit limit(mostBoxOperations);
    std::optional<Set> elements = elementsOf(kernel, array, written);
    return elements ? boxAround(*elements, variable->axes.size(), kernel)
                    : std::nullopt;
  } catch (const UserError &) { // unbounded, or too complex
    return std::nullopt;
  }
}
