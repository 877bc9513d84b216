// A finished schedule proved right for all sizes, by who had no part in making
// it. Runs in every translation, after scheduling.
//
//   tree, axes, barriers, memories   what the schedule says
//   the kernel's reference order     what must be kept
//
// What is proved:
// - each instance runs once: on one work-item, or on all who own a copy of
//   what it writes, inside the axes' ranges;
// - two accesses to one value, one of them a write, keep their order: on one
//   work-item by their places in the tree, else by a barrier in between, for
//   that memory, that all work-items of the group reach; updates by one
//   associative operation may be exchanged, but must not overlap unless both
//   are atomic;
// - what a script puts after another comes after it: on one work-item, in each
//   iteration of the loops that both are in;
// - storage that serves several values serves them one after the other;
// - who reads private or local memory finds the value in its own copy.
//
// add_nosync excuses pairs of different work-items, as far as it says.
#ifndef LOOPYC_VERIFY_VERIFYSCHEDULE_H
#define LOOPYC_VERIFY_VERIFYSCHEDULE_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <string>

namespace loopyc {
namespace verify {

struct ScheduleProof {
  std::string kernel; // that it is about
  int classes = 0; // of accesses that share all that matters
  int pairs = 0;   // of classes that were looked at
  int asked = 0;   // of these, those that isl was asked about
  // Those that the proof is too coarse for: what is indirect, or bounded by
  // what the kernel computes. The interpreter decides about these.
  int notProved = 0;
  std::string reason; // of the first that is not proved
};

// `kernel`: what was scheduled, as lowering leaves it. Throws InternalError that
// names two instructions and a pair of their iterations.
ScheduleProof verifySchedule(const ScheduledKernel &scheduled,
                             const Kernel &kernel);

} // namespace verify
} // namespace loopyc

#endif
