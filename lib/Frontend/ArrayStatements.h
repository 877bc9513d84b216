// Array statements as loops over their elements.
#ifndef LOOPYC_LIB_FRONTEND_ARRAYSTATEMENTS_H
#define LOOPYC_LIB_FRONTEND_ARRAYSTATEMENTS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Assignments to arrays, where, forall, and whatever scalar statements make of
// arrays (sum, any, maxloc), become loops, scalar assignments and conditions:
//   a(:, j) = 2*b(:, j)        do i1 = 0, n-1;  a(i1, j-1) = 2*b(i1, j-1)
//   if (any(a < 0)) ...        any_r = .false.; do ...; if (any_r) ...
// What cannot, gets an obstacle. No operand is left that is an array.
Program scalarizeArrays(Program program);

} // namespace frontend
} // namespace loopyc

#endif
