// Scalars of others than the procedure (dummies, variables of modules) that
// each iteration of a loop assigns before it reads them. Iterations have copies
// of their own, and the last one sets the variable:
//
//   do j = 1, m                      do j = 1, m
//     do i = 1, n                      do i = 1, n
//       tmp = a(i, j)*2                  tmp_1 = a(i, j)*2
//       a(i, j) = tmp                    a(i, j) = tmp_1
//     end do                             if (i == n .and. j == m) tmp = tmp_1
//   end do                             end do; end do
//
// A temporary needs none of this: nobody knows its value behind the loop, or
// that is one more use of it.
#ifndef LOOPYC_LIB_FRONTEND_LASTVALUES_H
#define LOOPYC_LIB_FRONTEND_LASTVALUES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program setLastValues(Program program);

} // namespace frontend
} // namespace loopyc

#endif
