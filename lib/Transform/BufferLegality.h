// Do the elements keep their values while they are in the buffer, and are they
// loaded and stored only where that does no harm?
#ifndef LOOPYC_LIB_TRANSFORM_BUFFERLEGALITY_H
#define LOOPYC_LIB_TRANSFORM_BUFFERLEGALITY_H

#include "BufferPlan.h"

namespace loopyc {

// The instruction that fills the buffer, or brings it back.
struct BufferTransfer {
  InstructionPtr insn;             // not in the kernel
  std::vector<std::string> inames; // of its own loops
};

// The kernel with the transfers' loops, the buffer and room for the transfers
// in the reference order; nothing uses these yet.
struct BufferDraft {
  Kernel kernel;
  BufferTransfer init;
  std::optional<BufferTransfer> store; // if anything is written
  ReferenceTime initTime, storeTime;   // of the transfers as a whole
};

// Do the script's init and store expressions keep the values, by what the
// accesses do? Throws UserError where they may not.
void checkBufferExpressions(const BufferPlan &plan);

// Throws UserError where an access would find another value, or a transfer
// would do harm.
struct BufferGuards {
  Expr init, store; // null: none is needed
};
BufferGuards checkBuffer(const BufferPlan &plan, const BufferDraft &draft);

} // namespace loopyc

#endif
