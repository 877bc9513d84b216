#include "CompactedLists.h"

#include "loopyc/Analysis/Definitions.h"
#include "loopyc/IR/ReferenceTime.h"
#include "loopyc/Values/Polynomial.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace loopyc;

namespace {

// s of `name + s`; nullopt for anything else.
std::optional<int64_t> shiftFrom(const std::string &name, const Expr &value) {
  const auto sum = Polynomial::of(value);
  if (!sum || !sum->isAffine() || sum->names() != std::set{name})
    return std::nullopt;
  const auto parts = sum->coefficients({name});
  auto of = [&](const std::vector<std::string> &term) {
    auto found = parts.find(term);
    return found == parts.end() ? Polynomial() : found->second;
  };
  const Polynomial rest = of({});
  if (!(of({name}) == Polynomial::constant(1)) || !rest.isConstant())
    return std::nullopt;
  return rest.affine().asConstant();
}

const Assignment *assignmentOf(const Instruction &insn) {
  if (const auto *update = std::get_if<Update>(&insn.body))
    return update->atomic ? nullptr : update;
  return std::get_if<Assignment>(&insn.body);
}

class Filling {
public:
  Filling(const Kernel &kernel, const StableValues &stable,
          const std::string &array, const std::string &counter,
          const Instruction &reader)
      : kernel(kernel), stable(stable), array(array), counter(counter),
        reader(reader) {}

  std::optional<FilledPart> find() {
    const Instruction *reset = lastReset();
    if (!reset)
      return std::nullopt;
    depth = loopDepth(*reset);
    std::optional<int64_t> shift;
    for (const InstructionPtr &insn : kernel.instructions) {
      if (insn.get() == reset || !insn->assigns(counter) ||
          !isBetween(*insn, *reset))
        continue;
      auto own = shiftOf(*insn);
      if (!own || (shift && *shift != *own) ||
          positionAt(*insn, depth) == positionAt(*reset, depth) ||
          positionAt(*insn, depth) == positionAt(reader, depth))
        return std::nullopt;
      shift = own;
    }
    if (!shift)
      return std::nullopt;
    return FilledPart{counter, *asInteger(assignmentOf(*reset)->value) + *shift,
                      *shift, depth};
  }

private:
  // Of what sets the counter to a number before the read, the last.
  const Instruction *lastReset() const {
    const Instruction *last = nullptr;
    for (const InstructionPtr &insn : kernel.instructions) {
      const Assignment *body = assignmentOf(*insn);
      if (body && insn->assigns(counter) && asInteger(body->value) &&
          isCertainlyBefore(kernel, *insn, reader) &&
          (!last || isCertainlyBefore(kernel, *last, *insn)))
        last = insn.get();
    }
    return last;
  }

  // In one iteration of the loops around both.
  bool isBetween(const Instruction &insn, const Instruction &reset) const {
    const int64_t at = samePath(insn, reset, depth) ? positionAt(insn, depth)
                                                    : -1;
    return at >= positionAt(reset, depth) && at <= positionAt(reader, depth);
  }

  // Where the counter goes from v to v + 1, and with it the element v + shift
  // is written; nullopt where that is not so.
  std::optional<int64_t> shiftOf(const Instruction &increment) const {
    const Assignment *body = assignmentOf(increment);
    if (!body || shiftFrom(counter, body->value) != 1)
      return std::nullopt;
    for (const InstructionPtr &insn : kernel.instructions) {
      const Assignment *write = assignmentOf(*insn);
      const auto *element =
          write ? write->assignee.getIf<ArrayRef>() : nullptr;
      if (!element || element->name != array ||
          element->subscripts.size() != 1 || !runsWith(*insn, increment))
        continue;
      const auto shift = shiftFrom(counter, element->subscripts.front());
      if (shift)
        return *shift + (isBehind(*insn, increment) ? 1 : 0);
    }
    return std::nullopt;
  }

  static bool isBehind(const Instruction &a, const Instruction &b) {
    const int inner = loopDepth(b);
    return positionAt(a, inner) > positionAt(b, inner);
  }

  // In the same iterations and under the same conditions, with the counter as
  // it is just before or behind the increment.
  bool runsWith(const Instruction &write, const Instruction &increment) const {
    const int inner = loopDepth(increment);
    if (loopDepth(write) != inner || !samePath(write, increment, inner) ||
        write.inames != increment.inames ||
        write.predicates != increment.predicates)
      return false;
    for (int d = 0; d < inner; ++d)
      if (loopAt(write, d) != loopAt(increment, d))
        return false;
    for (const Expr &guard : write.predicates)
      if (!stable.between(write, increment, inner, guard))
        return false;
    const auto [first, last] = std::minmax(
        {positionAt(write, inner), positionAt(increment, inner)});
    return std::none_of(
        kernel.instructions.begin(), kernel.instructions.end(),
        [&, first = first, last = last](const InstructionPtr &other) {
          return other.get() != &increment && other->assigns(counter) &&
                 samePath(*other, increment, inner) &&
                 first <= positionAt(*other, inner) &&
                 positionAt(*other, inner) <= last;
        });
  }

  const Kernel &kernel;
  const StableValues &stable;
  const std::string &array, &counter;
  const Instruction &reader;
  int depth = 0; // of the reset
};

// What subscripts of the writes mention.
std::set<std::string> countersOf(const Kernel &kernel,
                                 const std::string &array) {
  std::set<std::string> names, arrays;
  for (const InstructionPtr &insn : kernel.instructions) {
    const Assignment *body = assignmentOf(*insn);
    const auto *element = body ? body->assignee.getIf<ArrayRef>() : nullptr;
    if (element && element->name == array && element->subscripts.size() == 1)
      collectNames(element->subscripts.front(), names, arrays);
  }
  return names;
}

} // namespace

std::vector<FilledPart> loopyc::filledBefore(const Kernel &kernel,
                                             const StableValues &stable,
                                             const std::string &array,
                                             const Instruction &reader) {
  std::vector<FilledPart> result;
  for (const std::string &counter : countersOf(kernel, array)) {
    VariablePtr variable = kernel.findVariable(counter);
    if (!variable || !variable->isTemporary() || !variable->isScalar())
      continue;
    if (auto part =
            Filling(kernel, stable, array, counter, reader).find())
      result.push_back(*part);
  }
  return result;
}
