// Values computed some iterations of a loop ahead of their uses:
//
//   for k: {t[k] = a[k];  use t[k]}                with 2 ahead
//     ->  for p < 2: t[p] = a[p]
//         for k: {if k + 2 exists: t[k + 2] = a[k + 2];  use t[k]}
//
// t[k] lies in slot k mod 3 of t. What is computed, and when in the reference
// order, stays: iterations only have other loops. That the loops keep the
// dependences, and that no slot is filled before its last use, is proved where
// they are scheduled.
#ifndef LOOPYC_LIB_TRANSFORM_LOOKAHEAD_H
#define LOOPYC_LIB_TRANSFORM_LOOKAHEAD_H

#include "PrecomputePlan.h"

namespace loopyc {

// The most iterations ahead.
constexpr int mostLookahead = 7;

// The loop of the plan along which values are computed ahead; "" if they are
// not.
std::string lookaheadLoop(const PrecomputePlan &plan);

// The kernel, in which `computation` makes the plan's values (of a rolling
// window, those that an iteration does not find), with those that have an
// iteration to be computed in computed there.
Kernel withLookahead(const PrecomputePlan &plan, Kernel kernel,
                     const std::string &computation);

} // namespace loopyc

#endif
