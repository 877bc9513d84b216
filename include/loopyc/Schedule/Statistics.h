// What counting needs of a schedule: how often work-items repeat what they do, barriers, and the memory that a group and a work-item
// occupy. Between lib/Schedule and whoever reports.
#ifndef LOOPYC_SCHEDULE_STATISTICS_H
#define LOOPYC_SCHEDULE_STATISTICS_H

#include "loopyc/Analysis/Counts.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <map>
#include <string>

namespace loopyc {

// As instanceCounts, but each time a work-item runs the instruction: work that
// all work-items repeat counts for each. Valid as long as `scheduled` is.
CountInstruction runCounts(const ScheduledKernel &scheduled, int subGroupSize);

// What a work-item meets during a launch: "barrier_local" and "kernel_launch".
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
