// Exits from blocks as conditions:
//
//   block                             if (c) then
//     if (c) then; a; exit; end if      a
//     b                               else
//   end block                           b
//                                     end if
//
// where one way through an `if` goes on, and elsewhere a flag:
//
//   block                             going = .true.
//     do i = 1, n                     do i = 1, n
//       a; if (c) exit; b               <going> a; if (c) going = .false.; b
//     end do                          end do
//     d                               <going> d
//   end block
//
// A statement behind <going> runs if `going` holds when its turn comes
// (GuardedStatement): what follows an exit is not evaluated. A loop that begins
// with `if (c) exit`, as `do while` does, needs no test there:
//
//   going = .not. c; do; <going> ...; going = .not. c; end do
#ifndef LOOPYC_LIB_FRONTEND_EXITS_H
#define LOOPYC_LIB_FRONTEND_EXITS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Of a program whose jumps are exits from blocks (JumpsToExits.h).
Program resolveExits(Program program);

} // namespace frontend
} // namespace loopyc

#endif
