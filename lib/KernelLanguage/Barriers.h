// Barriers between instructions that share loops (seed 004, Synchronization):
//
//   for i                          all i:  tmp[i] = x[i]
//     <> tmp = x[i] {id=a}         barrier
//     ... gbarrier {id=b, dep=a}   all i:  x[i + 1] = tmp[i]
//     x[i + 1] = tmp {dep=b}
//   end
//
// A barrier is for work-items, to which iterations become: what it depends on
// is done in all of them before anything that depends on it begins. So these
// loops open once before and once behind it. A local barrier stays in a loop
// around it whose iterations touch nothing of each other, as that over groups:
//
//   for g                          all g:  all l:  tmp[l] = x[g, l]
//     <> tmp[l] = x[g, l]                  barrier
//     ... lbarrier                         all l:  y[g, l] = tmp[9 - l]
//     y[g, l] = tmp[9 - l]
//   end
#ifndef LOOPYC_LIB_KERNELLANGUAGE_BARRIERS_H
#define LOOPYC_LIB_KERNELLANGUAGE_BARRIERS_H

#include "SplitLoops.h"

namespace loopyc {
namespace language {

// Takes barriers out of loops, and adds the loops that they split.
void takeBarriersOut(Building &building, Kernel &kernel, SplitLoops &split);

} // namespace language
} // namespace loopyc

#endif
