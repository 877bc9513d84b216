// Variables of which `do concurrent` says that each iteration has its own:
// local, local_init.
#ifndef LOOPYC_LIB_FRONTEND_ITERATIONCOPIES_H
#define LOOPYC_LIB_FRONTEND_ITERATIONCOPIES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program makeIterationCopies(Program program);

} // namespace frontend
} // namespace loopyc

#endif
