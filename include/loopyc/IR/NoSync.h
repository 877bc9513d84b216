// What is asserted of the order of instructions (add_nosync): the entries of
// Instruction::noSyncWith.
#ifndef LOOPYC_IR_NOSYNC_H
#define LOOPYC_IR_NOSYNC_H

#include "loopyc/IR/Instruction.h"

#include <string>

namespace loopyc {

// Of the dependences of `sink` on instruction `source`.
NoSync noSyncOf(const Instruction &sink, const std::string &source);
// Adds to what is asserted.
void assertNoSync(Instruction &sink, const std::string &source,
                  NoSync asserted);
// An entry as the kernel language writes it: ID, or ID@local, ID@global where
// the assertion has that scope only.
std::string noSyncStr(const std::string &source, NoSync asserted);

} // namespace loopyc

#endif
