// The order of the copies that nests of ILP loops become. Their instances are
// independent, so that any order is right; the one that goes back and forth
// changes one operand at a time,
//   a0*b0, a1*b0, a2*b0,  a2*b1, a1*b1, a0*b1,  ...
// which a processor that keeps the last operands at hand reads less often: on
// GPUs an operation with three operands waits for registers where it finds none
// of them there (S. Gray, "Maxwell Assembler", on operand reuse caches).
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_SERPENTINECOPIES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_SERPENTINECOPIES_H

#include "CFamily/Tree.h"
#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace codegen {

// Says so (Loop::copyOrder) of the ILP loops around one statement, where
// - each instance sets an element of a private array of its own, under no
//   condition, and reads no other of that array, and
// - a loop changes an operand that the one around it does not change.
// Loops to be unrolled have their instances.
void turnCopies(Block &block, const Kernel &kernel);

} // namespace codegen
} // namespace loopyc

#endif
