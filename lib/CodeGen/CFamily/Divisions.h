// Integer divisions of an instruction, simplified by what holds where it
// stands.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_DIVISIONS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_DIVISIONS_H

#include "loopyc/IR/Instruction.h"
#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace codegen {

bool hasDivisions(const Instruction &insn);

// `facts` is flat.
InstructionPtr simplifyDivisions(const InstructionPtr &insn,
                                 const poly::Set &facts);

} // namespace codegen
} // namespace loopyc

#endif
