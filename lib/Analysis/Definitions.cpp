#include "Definitions.h"

#include "DependenceScan.h"

#include <algorithm>

using namespace loopyc;

const Instruction *loopyc::definitionBefore(const Kernel &kernel,
                                            const std::string &scalar,
                                            const Instruction &user) {
  const Instruction *only = nullptr;
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->assigns(scalar)) {
      if (only || insn->assignees().size() != 1)
        return nullptr;
      only = insn.get();
    }
  if (!only || !only->assignees().front().getIf<VarRef>() ||
      mentions(only->values().front(), scalar))
    return nullptr;
  int depth = loopDepth(*only);
  bool isBefore = samePath(*only, user, depth) &&
                  positionAt(*only, depth) < positionAt(user, depth);
  for (int d = 0; d < depth; ++d)
    isBefore = isBefore && loopAt(*only, d) == loopAt(user, d);
  for (const std::string &iname : only->inames)
    isBefore = isBefore && user.within(iname);
  for (const Expr &guard : only->predicates)
    isBefore =
        isBefore && std::find(user.predicates.begin(), user.predicates.end(),
                              guard) != user.predicates.end();
  return isBefore ? only : nullptr;
}
