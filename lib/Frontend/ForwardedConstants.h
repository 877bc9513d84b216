// Local integers that numbers are assigned to, for what comes next to read, and
// those that in several places sums of others and numbers are assigned to:
//
//   level = 5                              level = 5
//   do jb = first(level), n        =>      do jb = first(5), n
//     call bounds(jb, level)                 ...first(5)...
//   end do                                 end do
//   level = 7                              level = 7
//   i = nx - 1;  a(i) = b(i)               i = nx - 1;  a(nx - 1) = b(nx - 1)
//
// So iterations do not read a variable that something behind them assigns anew,
// and subscripts that are numbers are seen to be.
#ifndef LOOPYC_LIB_FRONTEND_FORWARDEDCONSTANTS_H
#define LOOPYC_LIB_FRONTEND_FORWARDEDCONSTANTS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program forwardConstants(Program program);

} // namespace frontend
} // namespace loopyc

#endif
