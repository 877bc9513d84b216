// Local memory by which work-items that run in step (the lanes of a warp) tell
// each other one value each: registers, which the others read.
//
//   if (lid(0) < 4)                        s_4 = shuffle_down(s, 4)
//     s[lid(0)] = s[lid(0)]          ->    if (lid(0) < 4)
//                 + s[lid(0) + 4]            s = s + s_4
//   barrier
//
// An array is such a register where each work-item assigns one element of its
// own, and what it reads of others lies in its warp, by a rule that is one sum
// of positions: own + 4, 8*lid(1). All lanes execute the read, for it stands
// outside of conditions that they do not share; its value is what the others
// had at this place of the program, which is what was in local memory there:
// in between, nobody else assigns what a work-item reads, or barriers would be
// missing. Barriers that only these arrays had are no more.
//
// It runs on what is scheduled and proved, before a target makes text of it.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_LANEREGISTERS_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_LANEREGISTERS_H

#include "CFamily/Dialect.h"
#include "loopyc/CodeGen/Target.h"
#include "loopyc/Schedule/ScheduledKernel.h"

namespace loopyc {
namespace codegen {

// The kernel itself where the target's work-items do not run in step.
ScheduledKernel withLaneRegisters(ScheduledKernel kernel,
                                  const Target &target);

} // namespace codegen
} // namespace loopyc

#endif
