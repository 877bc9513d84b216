// Subscripts like f / 4 and modulo(f, 4), which splits of loops and array axes
// leave behind, made simpler by what is known of their names.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_DIVISIONS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_DIVISIONS_H

#include "loopyc/IR/Instruction.h"
#include "loopyc/Poly/Set.h"

namespace loopyc {
namespace codegen {

bool hasDivisions(const Instruction &insn);

// With 0 <= f < 4: floor(f/4) is 0, modulo(f, 4) is f. With 0 <= f alone:
// C's f / 4 and f % 4 will do. `facts` is flat.
InstructionPtr simplifyDivisions(const InstructionPtr &insn,
                                 const poly::Set &facts);

} // namespace codegen
} // namespace loopyc

#endif
