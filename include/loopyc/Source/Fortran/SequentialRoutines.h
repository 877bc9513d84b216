// Procedures that are there for the loops that call them: what one work-item
// does. That their own loops run in order is no news.
#ifndef LOOPYC_SOURCE_FORTRAN_SEQUENTIALROUTINES_H
#define LOOPYC_SOURCE_FORTRAN_SEQUENTIALROUTINES_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace fortran {

// Does the kernel stand for a pure procedure, which launches nothing, as the
// stub's warning says, or for one with `!$acc routine seq` among its
// declarations?
bool isForCallers(const Kernel &kernel);

} // namespace fortran
} // namespace loopyc

#endif
