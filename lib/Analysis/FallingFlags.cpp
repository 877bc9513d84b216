#include "loopyc/Analysis/FallingFlags.h"

#include "DependenceScan.h"

#include <algorithm>

using namespace loopyc;

static bool makes(const Instruction &insn, const Expr &flag, bool to) {
  const auto *assignment = std::get_if<Assignment>(&insn.body);
  const auto *value =
      assignment ? assignment->value.getIf<LogicalLit>() : nullptr;
  return value && value->value == to && assignment->assignee == flag;
}

static bool isGuardedBy(const Instruction &insn, const Expr &flag) {
  return std::find(insn.predicates.begin(), insn.predicates.end(), flag) !=
         insn.predicates.end();
}

// Does the assignment leave a flag down that is down?
static bool keepsDown(const Instruction &insn, const Expr &flag) {
  return makes(insn, flag, false) || isGuardedBy(insn, flag);
}

// It can only fall where each write in between keeps it down.
bool loopyc::heldBefore(const Kernel &kernel, const Instruction &a,
                        const Instruction &b, int depth, const Expr &guard) {
  int64_t first = positionAt(a, depth), last = positionAt(b, depth);
  const auto *flag = guard.getIf<VarRef>();
  if (!flag || first >= last)
    return false;
  return std::all_of(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) {
        if (!insn->assigns(flag->name) || !samePath(*insn, a, depth))
          return true;
        int64_t at = positionAt(*insn, depth);
        return at < first || at > last || keepsDown(*insn, guard);
      });
}

// Behind the instruction, where all loops from this depth on are in their first
// iterations?
static bool isLater(const Instruction &other, const Instruction &insn,
                    int depth) {
  for (int d = depth; d <= loopDepth(insn) && d <= loopDepth(other); ++d)
    if (positionAt(other, d) != positionAt(insn, d))
      return positionAt(other, d) > positionAt(insn, d);
  return false;
}

// Does the loop at this depth around the instruction assign the flag?
static bool assignsIn(const Kernel &kernel, const Instruction &insn, int depth,
                      const std::string &flag) {
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                     [&](const InstructionPtr &other) {
                       return other->assigns(flag) &&
                              loopDepth(*other) > depth &&
                              samePath(*other, insn, depth + 1);
                     });
}

std::optional<SetBefore> loopyc::setBefore(const Kernel &kernel,
                                           const Instruction &insn,
                                           const Expr &guard) {
  const auto *flag = guard.getIf<VarRef>();
  for (int depth = loopDepth(insn); flag && depth >= 0; --depth) {
    const Instruction *last = nullptr;
    for (const InstructionPtr &other : kernel.instructions) {
      if (!other->assigns(flag->name) || !samePath(*other, insn, depth))
        continue;
      int64_t at = positionAt(*other, depth), own = positionAt(insn, depth);
      if (at == own && !isLater(*other, insn, depth))
        return std::nullopt;
      if (at < own && (!last || positionAt(*last, depth) <= at))
        last = other.get();
    }
    if (!last)
      continue;
    if (loopDepth(*last) != depth || !makes(*last, guard, true))
      return std::nullopt;
    SetBefore result{last, depth};
    for (int d = depth; d < loopDepth(insn); ++d)
      if (assignsIn(kernel, insn, d, flag->name))
        result.loops.push_back(d);
    return result;
  }
  return std::nullopt;
}

const Instruction *
loopyc::clearsGuard(const Kernel &kernel,
                    const std::vector<int> &instructions) {
  auto any = [&](const auto &fits) {
    return std::any_of(
        instructions.begin(), instructions.end(),
        [&](int i) { return fits(*kernel.instructions[i]); });
  };
  for (int i : instructions) {
    const Instruction &insn = *kernel.instructions[i];
    const auto *assignment = std::get_if<Assignment>(&insn.body);
    if (!assignment || !assignment->assignee.getIf<VarRef>() ||
        !keepsDown(insn, assignment->assignee) ||
        makes(insn, assignment->assignee, true))
      continue;
    const Expr &flag = assignment->assignee;
    bool isSet = any([&](const Instruction &other) {
      return other.assigns(flag.getIf<VarRef>()->name) &&
             !keepsDown(other, flag);
    });
    bool guards = any([&](const Instruction &other) {
      return &other != &insn && isGuardedBy(other, flag);
    });
    if (guards && !isSet)
      return &insn;
  }
  return nullptr;
}
