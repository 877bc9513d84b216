// Optional dummy arguments that may be absent where a kernel is launched:
//
//   do i = 1, n
//     a(i) = a(i) + 1
//     if (present(b)) a(i) = a(i) + b(i)      if (b_present > 0) ...
//   end do
//
// Whether one is there is an argument by value, 1 or 0, which the stub passes.
// In conditions it is a parameter: sets of iterations, and so footprints, know
// where the argument is touched. Whatever mentions it stands under that
// condition, asked for in the source or not: Fortran says that it is there.
#ifndef LOOPYC_LIB_FRONTEND_OPTIONALARGUMENTS_H
#define LOOPYC_LIB_FRONTEND_OPTIONALARGUMENTS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Behind inlining, which says what is asked of a callee's dummies.
Program passPresence(Program program);

} // namespace frontend
} // namespace loopyc

#endif
