// Uses of scalars that a kernel has no counterpart of.
#ifndef LOOPYC_LIB_FRONTEND_VARIABLEUSE_H
#define LOOPYC_LIB_FRONTEND_VARIABLEUSE_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Records assignments to arguments that are passed by value, but for branches
// that are never taken.
Program checkVariableUse(Program program);

} // namespace frontend
} // namespace loopyc

#endif
