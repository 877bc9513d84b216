// A finished schedule run as a device would: work-items between barriers in
// several orders, groups in several orders, memory as it lies there; of several
// launches, what the host does step by step, on memory that they share. What
// each instance reads, and when it runs, is compared with the reference.
#ifndef LOOPYC_VERIFY_SCHEDULERUN_H
#define LOOPYC_VERIFY_SCHEDULERUN_H

#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Verify/Reference.h"

#include <memory>
#include <vector>

namespace loopyc {
namespace verify {

// Which work-item goes on, between two barriers; and which group comes next.
enum class Interleaving {
  FirstAhead, // each runs as far as it can, the first first
  LastAhead,  // the last first; lanes of short vectors from the last, too
  RoundRobin, // one instance each
  Random
};

class ScheduleProgram {
public:
  // `reference` is the kernel that was scheduled; of several launches, as it
  // was before it was cut.
  ScheduleProgram(const ScheduledKernel &scheduled,
                  const ReferenceProgram &reference);
  ~ScheduleProgram();

  // Changes the contents. `trace` is the reference's, of the same contents.
  // Throws RunError, whose text names two instances, where
  // - an instance runs never, twice, or is none of the kernel's,
  // - a read finds the value of another instance than in reference order,
  // - instances that conflict are not ordered as the reference orders them, by
  //   their work-item, by a barrier or by the host,
  // - the host needs a value that it does not have,
  // - work-items of a group disagree about a barrier,
  // - an access leaves its array.
  void run(Contents &contents, const Trace &trace, Interleaving how,
           const RunLimits &limits = {}) const;

  // Did the last run meet a race that the user says is none (add_nosync)?
  bool reliesOnAssertion() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace verify
} // namespace loopyc

#endif
