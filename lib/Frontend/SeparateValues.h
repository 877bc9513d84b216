// Local scalars that serve several loops in turn, each time with values of
// their own: where nothing reads what is in one, what follows has another
// variable, so that iterations of the one loop may have copies, and the other
// one may add up.
//
//   do i = 1, n                      do i = 1, n
//     if (a(i) > 0) then               if (a(i) > 0) then
//       x = 2*a(i)                       x_1 = 2*a(i)
//       b(i) = b(i)*x                    b(i) = b(i)*x_1
//     end if                           end if
//   end do                           end do
//   x = 0                            x = 0
//   do i = 1, n                      do i = 1, n
//     x = x + b(i)                     x = x + b(i)
//   end do                           end do
//
// What nobody reads is not assigned: mostly what a loop variable is behind its
// loop (LoopValues.h).
//
// A variable that all loops assign before they read it, and nothing else
// mentions, stays one: its iterations have copies as it is (LastValues.h). But
// for what bounds loops in them, which launches may hand on to each other.
#ifndef LOOPYC_LIB_FRONTEND_SEPARATEVALUES_H
#define LOOPYC_LIB_FRONTEND_SEPARATEVALUES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program separateValues(Program program);

} // namespace frontend
} // namespace loopyc

#endif
