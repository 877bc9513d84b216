// The value that a loop variable has after its loop, where something reads it.
#ifndef LOOPYC_LIB_FRONTEND_LOOPVALUES_H
#define LOOPYC_LIB_FRONTEND_LOOPVALUES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// A variable that is read outside of its loops, assigned there, or an argument,
// is told apart from the one that counts iterations, and assigned behind the
// loops as Fortran defines it, where it may be read before it is assigned anew:
//   do i = 1, n; ...; end do         i_value = max(1, n + 1)
//   last = i                         last = i_value
// Behind all loops around where these read it nowhere, so that nothing but
// their own dependences keeps them from running in parallel.
Program setLoopValues(Program program);

} // namespace frontend
} // namespace loopyc

#endif
