// Counters that each iteration of a loop moves on by the same amount, which
// need be no constant: what they are in an iteration. The counter itself keeps
// the value that it came with.
//
//   do i = 1, n                     do i = 1, n
//     y(iy) = y(iy) + a               y(iy + (i - 1)*incy) = ...
//     iy = iy + incy                end do
//   end do                          iy = iy + max(0, n)*incy, if that is read
//
// Of nested loops from the innermost: what is behind one is how the next one
// around moves the counter on.
//
//   do j = 1, m
//     do i = 1, n
//       k = k + 1                       b(k + (j - 1)*n + (i - 1) + 1) = ...
//       b(k) = a(i, j)
#ifndef LOOPYC_LIB_FRONTEND_INDUCTIONVARIABLES_H
#define LOOPYC_LIB_FRONTEND_INDUCTIONVARIABLES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program replaceInductionVariables(Program program);

} // namespace frontend
} // namespace loopyc

#endif
