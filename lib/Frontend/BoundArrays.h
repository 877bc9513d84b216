// Local integer arrays that bound loops, and of which constants alone choose
// the elements, are as many scalars: what these are assigned is known where
// loops begin.
//
//   integer :: lo(2), hi(2)
//   lo = lbound(u)                       lo_1 = lbound(u, 1); lo_2 = ...
//   hi = ubound(u)
//   do j = lo(2), hi(2)                  do j = lo_2, hi_2
#ifndef LOOPYC_LIB_FRONTEND_BOUNDARRAYS_H
#define LOOPYC_LIB_FRONTEND_BOUNDARRAYS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Behind what makes variables of a region its own: array statements and calls
// are gone.
Program splitBoundArrays(Program program);

} // namespace frontend
} // namespace loopyc

#endif
