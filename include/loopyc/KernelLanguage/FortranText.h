// A kernel of the kernel language as a Fortran subroutine, for Fortran that
// calls it: the front end puts its statements in the place of calls, as it does
// with those of any other.
//
//   smooth: { [i]: 1 <= i < n - 1 }    y[i] = (x[i - 1] + x[i + 1])/2
//
//   subroutine smooth(n, x, y)         integer(4), intent(in) :: n
//     do i = 1, n - 2                  real(8), intent(in) :: x(0:n - 1)
//       y(i) = (x(i - 1) + x(i + 1))/2.0_8
//     end do
//
// Loops and statements come in the reference order, and lines say where in the
// kernel's text they are from. Arrays are those of Fortran, the first axis the
// fastest.
#ifndef LOOPYC_KERNELLANGUAGE_FORTRANTEXT_H
#define LOOPYC_KERNELLANGUAGE_FORTRANTEXT_H

#include "loopyc/IR/Kernel.h"

#include <string>

namespace loopyc {
namespace language {

// Of a kernel as it was made, whose types are known, and whose reductions are
// loops. Throws UserError for what Fortran has not: integers without a sign,
// functions in C, tables, arrays of several axes in C's order.
std::string fortranText(const Kernel &kernel);

} // namespace language
} // namespace loopyc

#endif
