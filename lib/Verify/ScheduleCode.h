// The schedule's tree ready to be run: for each work-item of each group, the
// list of what it does.
#ifndef LOOPYC_LIB_VERIFY_SCHEDULECODE_H
#define LOOPYC_LIB_VERIFY_SCHEDULECODE_H

#include "Events.h"
#include "Layout.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Verify/Reference.h"

#include <map>

namespace loopyc {
namespace verify {

// A leaf of the tree: a statement, or a barrier.
struct Step {
  Statement statement;
  // Those of the kernel's instruction, the host's loops included: what its
  // coordinates are values of.
  std::vector<std::string> inames;
  int instruction = -1; // its place in the scheduled kernel
  const BarrierPoint *barrier = nullptr;
  const Domain *domain = nullptr;
  // Where it stands: children's positions and loops' places (names) in turn.
  struct TimePart {
    bool isLoop = false, isLane = false;
    int64_t value = 0; // position, or place
  };
  std::vector<TimePart> time;
};

struct Grid {
  std::vector<int64_t> sizes;    // of the axes, in their order
  int64_t groups = 1, items = 1; // of the launch; of a group
};

class ScheduleCode {
public:
  // Of one launch; `whole`: the kernel that this is, or is a part of.
  ScheduleCode(const ScheduledKernel &scheduled, const Kernel &whole);

  KernelCode &code() { return kernelCode; }
  const std::vector<Step> &steps() const { return list; }

  Grid grid(const Sizes &sizes) const;
  // By group and item: list[group * grid.items + item]. `lanesReversed`: short
  // vectors' lanes run from the last to the first.
  std::vector<EventList> events(const Grid &grid, std::vector<int64_t> &names,
                                const BoundValues &bounds,
                                const RunLimits &limits, bool lanesReversed);
  bool hasLanes() const { return lanes; }
  // What code may be simplified by.
  const Domain &facts() const { return context; }

private:
  struct Path {
    std::vector<Step::TimePart> time;
    poly::Names loops;
    const std::vector<ScheduleNode> *body = nullptr; // of the innermost loop
  };

  void add(const std::vector<ScheduleNode> &nodes, const Path &path);
  void addRun(const StatementRun &run, const Path &path);
  void addBarrier(const BarrierPoint &barrier, const Path &path);
  const Domain *domain(const poly::Set &set, const Path &path);
  poly::Set whereBodyRuns(const Path &path) const;

  const ScheduledKernel &scheduled;
  const Kernel &whole;
  KernelCode kernelCode;
  Substitution positions; // of hardware inames
  poly::Names axes;
  std::vector<Step> list;
  std::map<std::pair<const void *, poly::Names>, Domain> domains;
  std::vector<poly::Set> kept; // keeps the keys of `domains` alive
  bool lanes = false;
  Domain context;
};

} // namespace verify
} // namespace loopyc

#endif
