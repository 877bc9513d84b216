// One launch of a scheduled kernel: its groups one after the other, the
// work-items of each in turns between barriers.
#ifndef LOOPYC_LIB_VERIFY_LAUNCHRUN_H
#define LOOPYC_LIB_VERIFY_LAUNCHRUN_H

#include "RunCheck.h"
#include "ScheduleCode.h"
#include "loopyc/Verify/ScheduleRun.h"

#include <random>

namespace loopyc {
namespace verify {

// A work-item on its way through its list.
struct Item {
  const EventList *events = nullptr;
  size_t next = 0;
  bool waits = false; // at the barrier events[next]
  int64_t place = 0;

  bool atEnd() const { return next == events->size(); }
};

class LaunchRun {
public:
  // `number`: among all launches of the run. `check`: who is told what runs;
  // null: nobody.
  LaunchRun(const ScheduleCode &schedule, const ScheduledKernel &scheduled,
            const InstanceTable &table, const Grid &grid,
            std::vector<int64_t> names, Device &device, Interleaving how,
            int64_t number, RunCheck *check)
      : schedule(schedule), scheduled(scheduled), table(table), grid(grid),
        names(std::move(names)), device(device), how(how), number(number),
        check(check) {}

  void run(const std::vector<EventList> &events);

private:
  std::vector<int64_t> groupOrder();
  void runGroup(int64_t group, const std::vector<EventList> &events);
  void runToBarrier();
  void step(int64_t index);
  void requireFacts();
  std::vector<int64_t> coordinates(const Step &step);
  std::string describe(const Step &step);
  void runInstance(const Step &step);
  bool guardsHold(const Step &step);
  bool passBarrier();
  const BarrierPoint *barrierOf(const Item &item) const;

  const ScheduleCode &schedule;
  const ScheduledKernel &scheduled;
  const InstanceTable &table;
  const Grid &grid;
  std::vector<int64_t> names;
  Device &device;
  Interleaving how;
  int64_t number;
  RunCheck *check;
  std::vector<Item> items;
  Moment now;
  std::mt19937 random{1};
};

} // namespace verify
} // namespace loopyc

#endif
