// Loops that the kernel language opens several times over one iname, where one
// instruction must be done in all iterations before another
// (lib/KernelLanguage/Phases.h): those that run in order get an iname for each
// time, unless one loop keeps all dependences.
//
//   for i: t[i] = x[i]; y[i] = t[n-1 - i]
//     ->  for i: t[i] = x[i]     for i_0: y[i_0] = t[n-1 - i_0]
#ifndef LOOPYC_LIB_LOWER_LOOPSOPENEDAGAIN_H
#define LOOPYC_LIB_LOWER_LOOPSOPENEDAGAIN_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Did the language open a loop twice that runs in order now?
bool hasLoopsOpenedAgain(const Kernel &kernel);

Kernel partLoopsOpenedAgain(const Kernel &kernel);

} // namespace loopyc

#endif
