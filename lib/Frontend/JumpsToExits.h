// All jumps as exits from blocks:
//
//   goto 10; ...; 10 continue     block; exit; ...; end block
//   do; cycle; ...; end do        do; block; exit; ...; end block; end do
//   do; exit; ...; end do         block; do; exit; ...; end do; end block
//   return                        exit from a block that is the whole body
//
// What goes back, or into a construct, keeps its jump, and an obstacle.
#ifndef LOOPYC_LIB_FRONTEND_JUMPSTOEXITS_H
#define LOOPYC_LIB_FRONTEND_JUMPSTOEXITS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

Program makeJumpsExits(Program program);

} // namespace frontend
} // namespace loopyc

#endif
