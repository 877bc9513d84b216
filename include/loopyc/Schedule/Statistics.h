// What counting needs of a schedule: how often work-items repeat what they do,
// barriers, launches, and the memory that a group and a work-item occupy.
// Between lib/Schedule and whoever reports.
#ifndef LOOPYC_SCHEDULE_STATISTICS_H
#define LOOPYC_SCHEDULE_STATISTICS_H

#include "loopyc/Analysis/Counts.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

// As instanceCounts, but each time a work-item runs the instruction: work that
// all work-items repeat counts for each, in all launches. The requests are for
// instructions of wholeKernel(). Valid as long as `scheduled` is.
CountInstruction runCounts(const ScheduledKernel &scheduled, int subGroupSize);

// The kernel with all that it computes with: several launches have private and
// local variables of their own.
Kernel wholeKernel(const ScheduledKernel &scheduled);

// How often the host runs the launch of this number. Throws UserError where the
// kernel computes that itself.
poly::PwQPolynomial launchCount(const ScheduledKernel &scheduled, int number);

// In which iterations of the host's loops each launch runs.
std::vector<poly::Set> launchIterations(const ScheduledKernel &scheduled);

// What a work-item meets: "barrier_local" and "kernel_launch", in all launches.
// Where groups differ, a barrier counts if any group meets it.
std::map<std::string, poly::PwQPolynomial>
synchronizationCounts(const ScheduledKernel &scheduled);

struct MemoryUse {
  int64_t localBytes = 0;   // of a work-group
  int64_t privateBytes = 0; // of a work-item, all its variables
  // Registers of 4 bytes for the private values that live at once; addresses,
  // counters and intermediate results not included.
  int64_t registers = 0;
};
MemoryUse memoryUse(const ScheduledKernel &scheduled);

} // namespace loopyc

#endif
