#include "SumGroups.h"

#include "ArrayAxes.h"
#include "Variables.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;

SumGroups::SumGroups(const Kernel &kernel, const std::string &given,
                     const std::vector<std::string> &varyByAxes,
                     const char *name)
    : kernel(kernel), expanded(expandRules(kernel)),
      variable(resolveVariable(kernel, given, name)), name(name) {
  if (!variable->isTemporary())
    throw UserError(std::string(name) + ": '" + variable->name +
                    "' is an argument, whose sums are seen outside of the "
                    "kernel; keep them in a buffer (buffer_array)");
  for (const std::string &axis : varyByAxes)
    varying.push_back(resolveAxis(*variable, axis, name));
  classify();
  checkKeys();
  accesses =
      std::make_unique<DependenceGraph>(expanded, [&](AccessInfo &access) {
        return access.variable == variable->name;
      });
}

void SumGroups::refuse(const std::string &what, const Instruction &insn) const {
  throw UserError(std::string(name) + ": " + what, insn.range);
}

std::vector<Expr> SumGroups::varyingIndices(const Expr &reference) const {
  std::vector<Expr> indices;
  if (const auto *array = reference.getIf<ArrayRef>())
    for (size_t a : varying)
      indices.push_back(fold(array->subscripts[a]));
  return indices;
}

SumGroups::Key SumGroups::keyOf(const Expr &reference) const {
  Key key;
  for (const Expr &index : varyingIndices(reference))
    key.push_back(index.str());
  return key;
}

static bool isZero(const Expr &e) {
  if (const auto *real = e.getIf<RealLit>())
    return real->value == 0;
  if (const auto *complex = e.getIf<ComplexLit>())
    return complex->re == 0 && complex->im == 0;
  if (const auto *cast = e.getIf<Cast>())
    return isZero(cast->a);
  return asInteger(e) == 0;
}

// Increments, initialisations with zero, and nothing else writes it.
void SumGroups::classify() {
  for (size_t i = 0; i < expanded.instructions.size(); ++i) {
    if (!insn(i).assigns(variable->name))
      continue;
    auto requireZero = [&](const Assignment &assignment) {
      if (!isZero(assignment.value))
        refuse("'" + variable->name +
                   "' must start at zero and be added to, but '" + insn(i).id +
                   "' assigns it " + assignment.value.str(),
               insn(i));
    };
    match(
        insn(i).body, requireZero,
        [&](const Update &update) {
          if (update.op != ReductionOp::Add)
            return requireZero(update);
          checkIncrement(insn(i));
          SumGroup &group = list[keyOf(update.assignee)];
          group.indices = varyingIndices(update.assignee);
          group.increments.push_back(static_cast<int>(i));
          increments.insert(static_cast<int>(i));
        },
        [&](const CallBody &) {
          refuse("'" + variable->name +
                     "' must start at zero and be added to, but it is a result "
                     "of the call '" +
                     insn(i).id + "'",
                 insn(i));
        },
        [](const BarrierBody &) {}, [](const NoOp &) {});
  }
  if (list.empty())
    throw UserError(std::string(name) + ": nothing is added to '" +
                    variable->name + "' in kernel '" + kernel.name + "'");
}

// Whether and where it adds must not depend on the sums.
void SumGroups::checkIncrement(const Instruction &increment) const {
  std::vector<Expr> read = operands(increment.assignment().assignee);
  read.insert(read.end(), increment.predicates.begin(),
              increment.predicates.end());
  for (const Expr &e : read)
    if (mentions(e, variable->name))
      refuse("a condition or subscript of '" + increment.id + "' reads '" +
                 variable->name + "' itself",
             increment);
}

// Groups of different indices must not meet in one element.
void SumGroups::checkKeys() const {
  for (const auto &[key, group] : list)
    for (const Expr &index : group.indices)
      if (list.size() > 1 && !asInteger(index))
        refuse("along the axes that factors vary by, increments must have "
               "numbers for indices, but '" +
                   insn(group.increments.front()).id + "' has " + index.str(),
               insn(group.increments.front()));
}

bool SumGroups::passesOn(const DependenceEdge &edge,
                         const SumGroup &group) const {
  return passesValue(edge.kind) &&
         std::count(group.increments.begin(), group.increments.end(),
                    edge.source);
}

bool SumGroups::isEqualAlong(const DependenceEdge &edge,
                             const std::string &iname) const {
  if (!insn(edge.source).within(iname) || !insn(edge.sink).within(iname))
    return false;
  return accesses->isPinned(edge, iname) ||
         accesses->conflicts(edge)
             .intersect(PwAff::name(iname).ne(PwAff::name(primed(iname))))
             .isEmpty();
}

Expr loopyc::both(const Expr &a, const Expr &b) {
  return !a ? b : !b ? a : Expr::binary(BinaryOp::And, a, b);
}

static std::pair<bool, Expr> sameIndices(const std::vector<Expr> &indices,
                                         const std::vector<Expr> &values) {
  Expr condition;
  for (size_t a = 0; a < indices.size(); ++a) {
    if (indices[a] == values[a])
      continue;
    if (asInteger(indices[a]))
      return {false, Expr()};
    condition =
        both(condition, Expr::binary(BinaryOp::Eq, indices[a], values[a]));
  }
  return {true, condition};
}

std::pair<bool, Expr> SumGroups::meeting(const Expr &reference,
                                         const SumGroup &group) const {
  bool isOnly = std::any_of(group.indices.begin(), group.indices.end(),
                            [](const Expr &e) { return !asInteger(e); });
  return isOnly ? std::pair(true, Expr())
                : sameIndices(varyingIndices(reference), group.indices);
}
