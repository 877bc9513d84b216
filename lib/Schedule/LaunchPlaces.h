// Where the host launches what: each launch with the loops of the host around
// it, and in which of their iterations.
#ifndef LOOPYC_LIB_SCHEDULE_LAUNCHPLACES_H
#define LOOPYC_LIB_SCHEDULE_LAUNCHPLACES_H

#include "loopyc/Schedule/ScheduledKernel.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// A launch at one place of the host's code.
struct LaunchPlace {
  int number = 0;
  const ScheduledKernel *launch = nullptr;
  std::vector<std::string> loops; // of the host
  // Conditions that are not affine are taken to hold.
  poly::Set iterations = poly::Set::universe();
};

// In the order of the host's code; of one launch, itself.
std::vector<LaunchPlace> launchPlaces(const ScheduledKernel &scheduled);

// A name that counts may not depend on: the kernel computes its value.
std::optional<std::string> computedName(const Kernel &kernel,
                                        const poly::Set &domain);

} // namespace loopyc

#endif
