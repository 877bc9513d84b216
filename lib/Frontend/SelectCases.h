// `select case` as `if`, with the selector evaluated once.
#ifndef LOOPYC_LIB_FRONTEND_SELECTCASES_H
#define LOOPYC_LIB_FRONTEND_SELECTCASES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program lowerSelectCases(Program program);

} // namespace frontend
} // namespace loopyc

#endif
