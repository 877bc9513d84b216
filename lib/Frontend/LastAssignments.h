// Scalars that are known behind a nest of loops (dummies, variables of modules,
// locals that something else reads), and that some of its iterations assign,
// under conditions, each before it reads them. Iterations have copies of their
// own, and the last one that assigns them sets the variables: a maximum of the
// iterations' ranks, with its places, which is a parallel reduction.
//
//                                    t_at = 0
//   do j = 1, m                      do j = 1, m
//     do i = 1, n                      do i = 1, n
//       if (a(i, j) < 0) cycle           t_1 = 0; t_rank = 0
//                                        if (a(i, j) < 0) then; else
//       t = sqrt(a(i, j))                  t_1 = sqrt(a(i, j))
//                                          t_rank = (j - 1)*n + i
//       a(i, j) = t                        a(i, j) = t_1; end if
//     end do                             if (t_rank > t_at) then
//   end do                                 t_at = t_rank; t = t_1; end if
//                                      end do; end do
//
// Where each iteration assigns it, the last one is known: LastValues.h, which
// comes behind this.
#ifndef LOOPYC_LIB_FRONTEND_LASTASSIGNMENTS_H
#define LOOPYC_LIB_FRONTEND_LASTASSIGNMENTS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program setLastAssignments(Program program);

} // namespace frontend
} // namespace loopyc

#endif
