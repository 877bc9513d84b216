// Kernel regions inside OpenMP or OpenACC constructs that share out the work
// around them, so that threads would each launch the kernel.
#ifndef LOOPYC_LIB_FRONTEND_THREADSAROUND_H
#define LOOPYC_LIB_FRONTEND_THREADSAROUND_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Records such a directive, unless it and its end stand just around the region:
// then the stub leaves it to the host's statements. Where all threads of a team
// come to the region, the stub lets one of them launch.
Program checkThreadsAround(Program program);

} // namespace frontend
} // namespace loopyc

#endif
