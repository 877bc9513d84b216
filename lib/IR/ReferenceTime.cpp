#include "loopyc/IR/ReferenceTime.h"

using namespace loopyc;

int loopyc::loopDepth(const Instruction &insn) {
  return static_cast<int>(insn.time.size()) / 2;
}

int64_t loopyc::positionAt(const Instruction &insn, int depth) {
  size_t index = 2 * depth;
  if (index >= insn.time.size())
    return 0;
  return asInteger(insn.time[index]).value_or(0);
}

Expr loopyc::loopAt(const Instruction &insn, int depth) {
  size_t index = 2 * depth + 1;
  return index < insn.time.size() ? insn.time[index] : Expr::integer(0);
}

bool loopyc::samePath(const Instruction &a, const Instruction &b, int depth) {
  for (int d = 0; d < depth; ++d)
    if (positionAt(a, d) != positionAt(b, d))
      return false;
  return true;
}

int loopyc::lifetimeLoops(const Variable &variable,
                          const std::vector<const Instruction *> &users) {
  if (!variable.baseStorage.empty())
    return 0;
  int result = variable.lifetimeLoops;
  for (const Instruction *user : users)
    while (result > 0 && (loopDepth(*user) < result ||
                          !samePath(*users.front(), *user, result)))
      --result;
  return result;
}
