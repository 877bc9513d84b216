// Routine::LookBack in kernels: a call of what the dialect defines, for pieces
// that are composed by functions made here.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_LOOKBACK_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_LOOKBACK_H

#include "loopyc/IR/Instruction.h"

namespace loopyc {
namespace codegen {

// The cell of the group that the instruction looks back from.
inline const ArrayRef &lookBackCell(const Instruction &insn) {
  return *std::get<CallBody>(insn.body).arguments[1].getIf<ArrayRef>();
}

} // namespace codegen
} // namespace loopyc

#endif
