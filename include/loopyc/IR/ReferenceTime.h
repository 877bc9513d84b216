// Where instructions stand in the reference order: their time is
// [position, loop, position, loop, ..., position].
#ifndef LOOPYC_IR_REFERENCETIME_H
#define LOOPYC_IR_REFERENCETIME_H

#include "loopyc/IR/Array.h"
#include "loopyc/IR/Instruction.h"

#include <vector>

namespace loopyc {

int loopDepth(const Instruction &insn);
int64_t positionAt(const Instruction &insn, int depth);
Expr loopAt(const Instruction &insn, int depth); // 0 beyond its loops
// Do the instructions stand in the same loops, down to `depth` of them?
bool samePath(const Instruction &a, const Instruction &b, int depth);
// Variable::lifetimeLoops, as far as these loops still are around all users.
int lifetimeLoops(const Variable &variable,
                  const std::vector<const Instruction *> &users);

} // namespace loopyc

#endif
