// Uses of scalars that a kernel, whose loops have inames for variables, has no
// counterpart of.
#ifndef LOOPYC_LIB_FRONTEND_VARIABLEUSE_H
#define LOOPYC_LIB_FRONTEND_VARIABLEUSE_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Records loops over arguments, assignments to loop variables and to arguments
// that are passed by value, and reads of loop variables outside their loops,
// but for branches that are never taken.
Program checkVariableUse(Program program);

} // namespace frontend
} // namespace loopyc

#endif
