// Calls in what is to be a kernel are replaced by the statements of the called
// procedures.
//
//   call scale(a(:, j), 2.0)      do i = 1, size_1        (of scale)
//                                   a(i, j) = 2.0*a(i, j)
//   y = 1 + area(r)               s = 3.14*r*r            (s of area)
//                                   y = 1 + s
//
// Dummy arguments are what their actual arguments are, by ArrayViews.h; the
// callee's own variables get fresh names; those of its host and of modules are
// the same variables. What is called from what is inlined is inlined, too.
#ifndef LOOPYC_LIB_FRONTEND_INLINE_H
#define LOOPYC_LIB_FRONTEND_INLINE_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// In each procedure that may be a kernel. A call that cannot be inlined stays,
// with the reason; what an inlined statement does not allow is said at its
// place, with notes of the calls that lead there.
Program inlineCalls(Program program);

} // namespace frontend
} // namespace loopyc

#endif
