// The schedule of a kernel that is one launch, as the driver makes it.
#ifndef LOOPYC_UNITTESTS_SCHEDULING_H
#define LOOPYC_UNITTESTS_SCHEDULING_H

#include "loopyc/Lower/Lower.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <stdexcept>

namespace loopyc {

inline ScheduledKernel scheduleAlone(const Kernel &kernel) {
  std::vector<Kernel> lowered = lower(kernel).launches;
  if (lowered.size() != 1)
    throw std::runtime_error("more than one launch");
  return schedule(lowered.front());
}

inline int countBarriers(const std::vector<ScheduleNode> &nodes) {
  int count = 0;
  for (const ScheduleNode &node : nodes)
    if (const auto *loop = std::get_if<ScheduleLoop>(&node.value))
      count += countBarriers(loop->body);
    else
      count += std::holds_alternative<BarrierPoint>(node.value);
  return count;
}

} // namespace loopyc

#endif
