#include "loopyc/Schedule/Statistics.h"

#include "Leaves.h"

#include <memory>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::PwQPolynomial;
using poly::Set;

// --- runs of instructions

namespace {

// A run that an instruction is part of: one of several where slabs are apart.
struct Run {
  Set domain;
  std::vector<std::string> loops;
};

class RunCounter {
public:
  RunCounter(const ScheduledKernel &scheduled, int subGroupSize)
      : scheduled(scheduled), subGroupSize(subGroupSize) {
    forEachLeaf<StatementRun>(
        scheduled.body,
        [&](const StatementRun &run, const std::vector<std::string> &loops) {
          for (const InstructionPtr &insn : run.instructions)
            runs[insn->id].push_back({run.domain, loops});
        });
  }

  PwQPolynomial count(const CountRequest &request) {
    const Instruction &insn =
        *scheduled.kernel.instructions[request.instruction];
    PwQPolynomial sum;
    for (const Run &run : runs[insn.id])
      sum = sum + count(run, request, insn);
    return request.granularity == CountGranularity::SubGroup
               ? sum.scaled(subGroups())
               : sum;
  }

private:
  PwQPolynomial count(const Run &run, const CountRequest &request,
                      const Instruction &insn) {
    requireParameters(run.domain, insn);
    std::set<std::string> together(request.together.begin(),
                                   request.together.end());
    std::set<std::string> dims(run.loops.begin(), run.loops.end());
    bool perItem = request.granularity == CountGranularity::WorkItem;
    for (const HardwareAxis &axis : scheduled.axes)
      (axis.group || perItem ? dims : together).insert(axis.name);
    for (const std::string &name : together)
      dims.erase(name);
    // Runs of one domain are many.
    std::string key = run.domain.str();
    for (const std::string &dim : dims)
      key += "," + dim;
    auto known = memo.find(key);
    if (known != memo.end())
      return known->second;
    Set domain = run.domain.intersect(scheduled.context)
                     .project(Names(together.begin(), together.end()));
    try {
      return memo[key] = cardinality(domain, Names(dims.begin(), dims.end()));
    } catch (const UserError &error) {
      throw UserError("instruction '" + insn.id + "' of kernel '" +
                          scheduled.kernel.name + "': " + error.what(),
                      insn.range);
    }
  }

  void requireParameters(const Set &domain, const Instruction &insn) const {
    for (const std::string &name : domain.params()) {
      VariablePtr var = scheduled.kernel.findVariable(name);
      if (var && !var->isValue() && domain.involves(name))
        throw countDependsOnData(insn, scheduled.kernel, name);
    }
  }

  int64_t subGroups() const {
    int64_t items = 1;
    for (int64_t size : scheduled.localSize())
      items *= size;
    return (items + subGroupSize - 1) / subGroupSize;
  }

  const ScheduledKernel &scheduled;
  int subGroupSize;
  std::map<std::string, std::vector<Run>> runs; // by instruction id
  std::map<std::string, PwQPolynomial> memo;    // by domain and dimensions
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

static PwQPolynomial barrierCount(const ScheduledKernel &scheduled) {
  Names groups;
  for (const HardwareAxis &axis : scheduled.axes)
    groups.push_back(axis.name);
  PwQPolynomial sum;
  forEachLeaf<BarrierPoint>(
      scheduled.body,
      [&](const BarrierPoint &barrier, const std::vector<std::string> &loops) {
        Set met = barrier.domain.intersect(scheduled.context);
        sum = sum + cardinality(met.project(groups), loops);
      });
  return sum;
}

std::map<std::string, PwQPolynomial>
loopyc::synchronizationCounts(const ScheduledKernel &scheduled) {
  std::map<std::string, PwQPolynomial> counts;
  PwQPolynomial barriers = barrierCount(scheduled);
  if (!barriers.isZero())
    counts["barrier_local"] = barriers;
  counts["kernel_launch"] = PwQPolynomial::constant(1);
  return counts;
}
