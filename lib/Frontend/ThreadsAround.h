// Kernel regions inside OpenMP or OpenACC constructs of the host, whose threads
// would each launch the kernel.
#ifndef LOOPYC_LIB_FRONTEND_THREADSAROUND_H
#define LOOPYC_LIB_FRONTEND_THREADSAROUND_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Records such a directive, unless it and its end stand just around the region:
// then the stub leaves it to the host's statements.
Program checkThreadsAround(Program program);

} // namespace frontend
} // namespace loopyc

#endif
