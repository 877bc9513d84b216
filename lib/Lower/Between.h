// Whether an instruction may run between iterations of a loop, by the text that
// reference times stand for.
#ifndef LOOPYC_LIB_LOWER_BETWEEN_H
#define LOOPYC_LIB_LOWER_BETWEEN_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// 0 behind the last one.
Expr timeComponent(const ReferenceTime &time, size_t i);

// May the other run in the same iteration of what the first `length` components
// of an instruction's time count? It does not where both stand at different
// places of one text. Loops at one place over different inames run by turns, by
// their values:
//   (0, j, 0, i, 1) and (0, j_0, 0, i, 0), where j = j_0
bool mayRunIn(const Instruction &insn, const Instruction &other, size_t length);

} // namespace loopyc

#endif
