<<<<<<< HEAD
// The value that a loop variable has after its loop, where something reads it.
=======
// Loop variables that are variables besides: what is read behind the loop,
// assigned elsewhere, or known to others than the procedure. The loop has a
// variable of its own, and the other one the value that Fortran gives it.
//
//                                i_1 = max(1, n + 1)
//   do i = 1, n                  do i = 1, n
//     if (a(i) > 0) exit           if (a(i) > 0) then; i_1 = i; exit; end if
//   end do                       end do
//   k = i                        k = i_1
//
// Another's variable (a dummy, one of a module) keeps its name, and the loop
// gets a new one.
>>>>>>> flow13
#ifndef LOOPYC_LIB_FRONTEND_LOOPVALUES_H
#define LOOPYC_LIB_FRONTEND_LOOPVALUES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

<<<<<<< HEAD
// A variable that is read outside of its loops, assigned there, or an argument,
// is told apart from the one that counts iterations, and assigned behind the
// loops as Fortran defines it, where it may be read before it is assigned anew:
//   do i = 1, n; ...; end do         i_value = max(1, n + 1)
//   last = i                         last = i_value
// Behind all loops around where these read it nowhere, so that nothing but
// their own dependences keeps them from running in parallel.
Program setLoopValues(Program program);
=======
Program separateLoopVariables(Program program);
>>>>>>> flow13

} // namespace frontend
} // namespace loopyc

#endif
