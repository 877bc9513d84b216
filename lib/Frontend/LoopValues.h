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
// Another's variable (a dummy, one of a module, a function's result) keeps its
// name, and the loop gets a new one. Where a call in the loop may read it, each
// iteration sets it:
//
//                                k_1_end = max(1, n + 1)
//   do k = 1, n                  do k_1 = 1, n
//     call use_k                   k = k_1
//   end do                         call use_k
//                                end do
//                                k = k_1_end
#ifndef LOOPYC_LIB_FRONTEND_LOOPVALUES_H
#define LOOPYC_LIB_FRONTEND_LOOPVALUES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program separateLoopVariables(Program program);

} // namespace frontend
} // namespace loopyc

#endif
