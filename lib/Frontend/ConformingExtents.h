// Extents that no declaration says (assumed shapes, say), where array
// statements ask for them: operands of one have one shape.
//   f = q(:, j)      q_size_1 is f_size_1
// A fact on which nothing but the inputs of --check is built.
#ifndef LOOPYC_LIB_FRONTEND_CONFORMINGEXTENTS_H
#define LOOPYC_LIB_FRONTEND_CONFORMINGEXTENTS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Sets HiddenVariable::declared of those for which statements say something;
// at most one of two that refer to each other has it.
Program findConformingExtents(Program program);

} // namespace frontend
} // namespace loopyc

#endif
