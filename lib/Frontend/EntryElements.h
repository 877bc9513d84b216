// Elements of integer arrays that bound arrays and loops, as arguments by
// value:
//
//   integer, intent(in) :: lo(2), hi(2)
//   real(8), intent(inout) :: u(lo(1):hi(1), lo(2):hi(2))
//   do j = lo(2), hi(2)                  lo_1, lo_2, hi_1, hi_2
//   do k = 1, levels(grid)               levels_grid
//
// Where the kernel never assigns the array, an element whose subscripts are
// constants, and arguments that it never assigns, has one value, which the stub
// reads before the launch: also in the subscripts and conditions of the kernel,
// but not for these alone. Where the kernel may not reach the element, the stub
// asks first whether there is one. The array stays an argument, for who
// mentions it otherwise.
#ifndef LOOPYC_LIB_FRONTEND_ENTRYELEMENTS_H
#define LOOPYC_LIB_FRONTEND_ENTRYELEMENTS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Behind inlining, for elements of dummies are then those of the actual arrays,
// and before bounds are checked.
Program passEntryElements(Program program);

} // namespace frontend
} // namespace loopyc

#endif
