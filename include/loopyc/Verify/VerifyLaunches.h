// A kernel cut into launches proved to be the kernel, for all sizes, by who had
// no part in cutting it. Runs in every translation of several launches, beside
// verifySchedule(), which proves each launch on its own.
//
//   the host's loops, launches, read-backs   what runs when
//   the whole kernel's reference order       what must be kept
//
// What is proved:
// - each instance of the kernel is one of one launch, in one iteration of the
//   host's loops, and computes what it says; nothing else is launched; what a
//   launch assumes holds;
// - two accesses to one value, one of them a write, in different launches or
//   iterations of the host, keep their order; updates by one associative
//   operation may be exchanged;
// - a value that goes from one launch to another is in memory that outlives
//   both, where it has a place of its own for as long;
// - what the host knows of a scalar was read back after it was written for the
//   last time.
#ifndef LOOPYC_VERIFY_VERIFYLAUNCHES_H
#define LOOPYC_VERIFY_VERIFYLAUNCHES_H

#include "loopyc/IR/HostCode.h"
#include "loopyc/Verify/VerifySchedule.h"

#include <vector>

namespace loopyc {
namespace verify {

// `whole`: what was cut, without rules and reductions; `launches`: as they are
// scheduled. Throws InternalError that names two instructions and a pair of
// their iterations.
ScheduleProof verifyLaunches(const Kernel &whole,
                             const std::vector<Kernel> &launches,
                             const HostCode &host);

} // namespace verify
} // namespace loopyc

#endif
