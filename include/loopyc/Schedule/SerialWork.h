// What a schedule leaves to one work-item, or to one work-group, of a device
// that has thousands: worth a warning (-Wserial), for it is often a loop that a
// script forgot.
#ifndef LOOPYC_SCHEDULE_SERIALWORK_H
#define LOOPYC_SCHEDULE_SERIALWORK_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <string>
#include <vector>

namespace loopyc {

struct SerialWork {
  bool isWholeKernel = false;
  std::string loop;      // the outermost that nothing parallel shares; "" if
                         // there is none
  int64_t workItems = 1; // of the one work-group
  SourceRange range;     // of the first statement
};

// In the order of the schedule. Statements outside all loops, and in loops
// around parallel ones, are none.
// Nor are the steps of parallel reductions, which lowering adds.
std::vector<SerialWork> serialWork(const ScheduledKernel &scheduled);

} // namespace loopyc

#endif
