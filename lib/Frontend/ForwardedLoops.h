// Variables that others know, and that iterations set to the loop's own one for
// what is called: where that was inlined, it reads the loop's own.
//
//   do k_1 = 1, n                     do k_1 = 1, n
//     k = k_1                           a(k_1) = 2*k_1
//     a(k) = 2*k          =>          end do
//   end do                            k = k_1_end
//   k = k_1_end
//
// So subscripts are functions of loops' variables, and iterations share nothing.
#ifndef LOOPYC_LIB_FRONTEND_FORWARDEDLOOPS_H
#define LOOPYC_LIB_FRONTEND_FORWARDEDLOOPS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program forwardLoopVariables(Program program);

} // namespace frontend
} // namespace loopyc

#endif
