#include "loopyc/Schedule/Statistics.h"

#include "LaunchPlaces.h"
#include "Leaves.h"
#include "loopyc/Support/Diagnostic.h"

#include <memory>
#include <optional>
#include <set>
#include <tuple>

using namespace loopyc;
using poly::Names;
using poly::PwQPolynomial;
using poly::Set;

// --- runs of instructions

namespace {

// A run that an instruction is part of: one of several where slabs are apart.
struct Run {
  const ScheduledKernel *launch;
  Set domain;
  std::vector<std::string> loops; // the host's, too
};

class RunCounter {
public:
  RunCounter(const ScheduledKernel &scheduled, int subGroupSize)
      : scheduled(scheduled), subGroupSize(subGroupSize) {
    for (const LaunchPlace &place : launchPlaces(scheduled))
      forEachLeaf<StatementRun>(
          place.launch->body,
          [&](const StatementRun &run, const std::vector<std::string> &loops) {
            Set domain = run.domain.intersect(place.iterations);
            for (const InstructionPtr &insn : run.instructions)
              runs[insn->id].push_back({place.launch, domain, loops});
          },
          place.loops);
  }

  PwQPolynomial count(const CountRequest &request) {
    const Instruction &insn =
        *scheduled.kernel.instructions[request.instruction];
    PwQPolynomial sum;
    for (const Run &run : runs[insn.id]) {
      PwQPolynomial times = count(run, request, insn);
      sum = sum + (request.granularity == CountGranularity::SubGroup
                       ? times.scaled(subGroups(*run.launch))
                       : times);
    }
    return sum;
  }

private:
  PwQPolynomial count(const Run &run, const CountRequest &request,
                      const Instruction &insn) {
    if (auto name = computedName(scheduled.kernel, run.domain))
      throw countDependsOnData(insn, scheduled.kernel, *name);
    std::set<std::string> together(request.together.begin(),
                                   request.together.end());
    std::set<std::string> dims(run.loops.begin(), run.loops.end());
    bool perItem = request.granularity == CountGranularity::WorkItem;
    for (const HardwareAxis &axis : run.launch->axes)
      (axis.isGroup() || perItem ? dims : together).insert(axis.str());
    for (const std::string &name : together)
      dims.erase(name);
    // Runs of one domain are many.
    auto key = std::make_tuple(run.launch, run.domain.str(), dims);
    if (auto known = memo.find(key); known != memo.end())
      return known->second;
    Set domain = run.domain.intersect(run.launch->context)
                     .project(Names(together.begin(), together.end()));
    try {
      return memo[key] = cardinality(domain, Names(dims.begin(), dims.end()));
    } catch (const UserError &error) {
      throw UserError("instruction '" + insn.id + "' of kernel '" +
                          scheduled.kernel.name + "': " + error.what(),
                      insn.range);
    }
  }

  int64_t subGroups(const ScheduledKernel &launch) const {
    int64_t items = 1;
    for (int64_t size : launch.localSize())
      items *= size;
    return (items + subGroupSize - 1) / subGroupSize;
  }

  const ScheduledKernel &scheduled;
  int subGroupSize;
  std::map<std::string, std::vector<Run>> runs; // by instruction id
  // By launch, domain and dimensions.
  std::map<std::tuple<const ScheduledKernel *, std::string,
                      std::set<std::string>>,
           PwQPolynomial>
      memo;
};

} // namespace

CountInstruction loopyc::runCounts(const ScheduledKernel &scheduled,
                                   int subGroupSize) {
  auto counter = std::make_shared<RunCounter>(scheduled, subGroupSize);
  return [counter](const CountRequest &request) {
    return counter->count(request);
  };
}

// --- barriers

static PwQPolynomial barrierCount(const LaunchPlace &place) {
  Names groups;
  for (const HardwareAxis &axis : place.launch->axes)
    groups.push_back(axis.str());
  PwQPolynomial sum;
  forEachLeaf<BarrierPoint>(
      place.launch->body,
      [&](const BarrierPoint &barrier, const std::vector<std::string> &loops) {
        Set met = barrier.domain.intersect(place.launch->context)
                      .intersect(place.iterations);
        sum = sum + cardinality(met.project(groups), loops);
      },
      place.loops);
  return sum;
}

std::map<std::string, PwQPolynomial>
loopyc::synchronizationCounts(const ScheduledKernel &scheduled) {
  PwQPolynomial launches, barriers;
  for (size_t number = 0; number < launchesOf(scheduled).size(); ++number)
    launches = launches + launchCount(scheduled, number);
  for (const LaunchPlace &place : launchPlaces(scheduled))
    barriers = barriers + barrierCount(place);
  std::map<std::string, PwQPolynomial> counts;
  if (!barriers.isZero())
    counts["barrier_local"] = barriers;
  counts["kernel_launch"] = launches;
  return counts;
}
