// What is asked about a run when it is over: did each instance run once, and in
// an order that the launches, work-items and barriers see to?
#ifndef LOOPYC_LIB_VERIFY_RUNCHECK_H
#define LOOPYC_LIB_VERIFY_RUNCHECK_H

#include "Device.h"
#include "loopyc/Schedule/ScheduledKernel.h"

namespace loopyc {
namespace verify {

class RunCheck {
public:
  RunCheck(const ScheduledKernel &scheduled, const InstanceTable &table);

  void note(InstanceId instance, const Moment &when) {
    moments[instance].push_back(when);
  }
  // The host's loop over the iname ended behind the iteration `last`, because
  // its condition failed; `around`: inames of the loops around it.
  void noteStop(const std::string &iname, int64_t last,
                std::map<std::string, int64_t> around) {
    stops.push_back({iname, last, std::move(around)});
  }
  // Throw RunError.
  void requireCounts() const;
  void requireOrder() const;

private:
  struct Stop {
    std::string iname;
    int64_t last;
    std::map<std::string, int64_t> around;
  };

  bool isRepeatable(InstanceId instance) const;
  bool repeatsLocal(InstanceId instance) const;
  bool writesOnly(InstanceId instance,
                  const std::set<AddressSpace> &spaces) const;
  bool keepsOrder(const Variable &var) const;
  bool isBehindStop(InstanceId instance) const;
  void requireOrder(const Conflict &conflict) const;
  [[noreturn]] void fail(InstanceId instance, const std::string &what) const;

  const ScheduledKernel &scheduled;
  const InstanceTable &table;
  std::map<std::string, const ScheduledKernel *> launches; // by instruction
  std::vector<Stop> stops;
  // When instances ran: several times where work-items repeat them.
  std::vector<std::vector<Moment>> moments;
};

} // namespace verify
} // namespace loopyc

#endif
