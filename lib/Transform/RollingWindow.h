// Values that stay from iteration to iteration of a loop, of which each
// computes only what the one before has not:
//
//   for k: {for p < 3: t[p] = a[k + p];  use t[0], t[1], t[2]}
//     ->  for p < 2: t[p] = a[p]
//         for k: {t[(k + 2) mod 3] = a[k + 2];
//                 use t[k mod 3], t[(k + 1) mod 3], t[(k + 2) mod 3]}
//
// The window is the range of an axis that moves with the loop. It is an axis of
// the temporary, where a value lies in the slot of its position from the loop's
// first iteration on, modulo the window's length. What an iteration computes
// may be computed some iterations ahead (Lookahead.h), into as many more slots.
// That no slot is filled before its last use is proved where loops are
// scheduled.
#ifndef LOOPYC_LIB_TRANSFORM_ROLLINGWINDOW_H
#define LOOPYC_LIB_TRANSFORM_ROLLINGWINDOW_H

#include "PrecomputePlan.h"

namespace loopyc {

// The loop of the plan along which values stay; "" if they do not.
std::string rollingLoop(const PrecomputePlan &plan);

// The window along that loop of the footprint that was found. Throws UserError
// where none moves by a fixed number, or where an iteration wants values that
// neither it nor the one before it has computed.
RollingWindow findRollingWindow(const PrecomputePlan &plan);

// { outer inames, axes : the value is computed there }, of the whole footprint,
// which withRollingWindow leaves.
poly::Set computedOnce(const PrecomputePlan &plan);

// The kernel, in which `computation` makes all values in each iteration, with
// each value computed once.
Kernel withRollingWindow(const PrecomputePlan &plan, Kernel kernel,
                         const std::string &computation);

} // namespace loopyc

#endif
