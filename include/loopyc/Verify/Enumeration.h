// The rule of verifySchedule() for the order of accesses, by enumeration: all
// pairs of instances of a run that touch one element, those included that an
// overwrite comes between. For tests, which compare the two verdicts; what a
// private variable's values need is not told apart from what its storage does.
#ifndef LOOPYC_VERIFY_ENUMERATION_H
#define LOOPYC_VERIFY_ENUMERATION_H

#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Verify/Reference.h"

#include <map>
#include <string>

namespace loopyc {
namespace verify {

struct EnumeratedPairs {
  int64_t count = 0;
  std::string wrong; // of the first that the schedule does not keep; or ""
};

// `trace` is the kernel's, at `sizes`. Throws NoVerdict where data decide what
// runs.
EnumeratedPairs enumeratePairs(const ScheduledKernel &scheduled,
                               const Kernel &kernel, const Trace &trace,
                               const std::map<std::string, int64_t> &sizes);

} // namespace verify
} // namespace loopyc

#endif
