// What is asserted of the order of instructions (add_nosync): the entries of
// Instruction::noSyncWith. One is the id of an instruction that comes before,
// or "ID@local", "ID@global" where the assertion has that scope only, as the
// kernel language writes it.
#ifndef LOOPYC_IR_NOSYNC_H
#define LOOPYC_IR_NOSYNC_H

#include "loopyc/IR/Instruction.h"

#include <string>

namespace loopyc {

// Dependences between work-items of one group (local), or of different groups
// (global), that need no order.
struct NoSync {
  bool local = false, global = false;
};

// Of the dependences of `sink` on instruction `source`.
NoSync noSyncOf(const Instruction &sink, const std::string &source);
// Adds to what is asserted.
void assertNoSync(Instruction &sink, const std::string &source,
                  NoSync asserted);
void removeNoSync(Instruction &sink, const std::string &source);
// The instruction that an entry names.
std::string noSyncSource(const std::string &entry);

} // namespace loopyc

#endif
