// Kernel regions inside OpenMP or OpenACC constructs of the host, whose threads
// would each launch the kernel.
#ifndef LOOPYC_LIB_FRONTEND_THREADSAROUND_H
#define LOOPYC_LIB_FRONTEND_THREADSAROUND_H

#include "Procedure.h"

#include "loopyc/Source/Fortran/Form.h"

#include <string>

namespace loopyc {
namespace frontend {

// Throws UserError at such a directive, unless it and its end stand just around
// the region: then the stub leaves it to the host's statements.
void refuseThreadsAround(const Procedure &region, const std::string &text,
                         const std::string &fileName, fortran::Form form);

} // namespace frontend
} // namespace loopyc

#endif
