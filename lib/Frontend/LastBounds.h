// Dummy arrays whose last bound is written as the number 1, although elements
// behind the first one along that axis are mentioned. Before Fortran had `*`,
// this was how to say that the size is the caller's:
//
//   subroutine zero(a, n)
//     real a(1)                    a(*)
//     do i = 1, n
//       a(i) = 0
//
// Taken by its word, the kernel would have one element, and write behind it.
#ifndef LOOPYC_LIB_FRONTEND_LASTBOUNDS_H
#define LOOPYC_LIB_FRONTEND_LASTBOUNDS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Behind inlining: elements may be mentioned in what is called.
Program openLastBounds(Program program);

} // namespace frontend
} // namespace loopyc

#endif
