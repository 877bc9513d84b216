#include "FallingFlags.h"

#include "DependenceScan.h"

#include <algorithm>

using namespace loopyc;

static bool clears(const Instruction &insn, const Expr &flag) {
  const auto *assignment = std::get_if<Assignment>(&insn.body);
  const auto *value =
      assignment ? assignment->value.getIf<LogicalLit>() : nullptr;
  return value && !value->value && assignment->assignee == flag;
}

// It can only fall where each write in between clears it, or has it for a
// guard.
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
        return at < first || at > last || clears(*insn, guard) ||
               std::find(insn->predicates.begin(), insn->predicates.end(),
                         guard) != insn->predicates.end();
      });
}
