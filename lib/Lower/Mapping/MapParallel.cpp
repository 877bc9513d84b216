#include "loopyc/Lower/MapParallel.h"

#include "HostSteps.h"
#include "Mapping/MappingPlan.h"
#include "Mapping/MappingScript.h"
#include "Mapping/SerialReason.h"
#include "loopyc/Lower/Lower.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <utility>

using namespace loopyc;

using Way = MappingWay;

namespace {

class Mapper {
public:
  Mapper(const Kernel &kernel, const Attempt &attempt)
      : kernel(kernel), attempt(attempt), plain(inPlainInstructions(kernel)),
        planner(plain, memo) {
    result.kernel = kernel;
  }

  ParallelMapping run();

private:
  std::optional<UserError> take(const std::vector<const Way *> &ways);
  std::optional<UserError> addFirst(const NestMapping &nest);
  void addAll(llvm::ArrayRef<NestMapping> nests);
  void addAll();
  void tellOfHost();
  void tellOfHost(const HostLoop &loop);

  const Kernel &kernel;
  const Attempt &attempt;
  DependenceMemo memo; // of the kernel in all ways
  const Kernel plain;
  MappingPlanner planner;
  MappingPlan plan, inRows;
  std::vector<const Way *> taken;
  // What was against better ways of nests, by their outermost loops.
  std::map<std::string, std::pair<SourceRange, UserError>> refusals;
  ParallelMapping result;
};

} // namespace

// Are work-items some of a row's that share nothing, and rows on groups?
static bool hasRows(const Way &way) {
  auto isItems = [](const LoopMapping &loop) {
    return loop.axis == 0 && loop.block > 1 && loop.mostGroups == 0;
  };
  auto isRows = [](const LoopMapping &loop) {
    return loop.axis == 1 && loop.block == 1 && loop.mostGroups == 0;
  };
  auto isAcross = [](const LoopMapping &loop) { return loop.itemAxis > 0; };
  return llvm::any_of(way.loops, isItems) && llvm::any_of(way.loops, isRows) &&
         llvm::none_of(way.loops, isAcross);
}

// The ways together are the result, unless something is against it.
std::optional<UserError> Mapper::take(const std::vector<const Way *> &ways) {
  try {
    MappingScript script(kernel);
    for (const Way *way : ways) {
      std::vector<std::string> tile;
      for (const LoopMapping &mapping : way->loops)
        llvm::append_range(tile, script.map(mapping));
      for (const std::string &array : way->staged)
        script.stage(array, tile);
    }
    std::vector<LaunchEnd> ends = plan.ends;
    for (const Way *way : ways)
      llvm::append_range(ends, way->ends);
    for (const LaunchEnd &end : ends)
      if (kernel.findInstruction(end.before) &&
          kernel.findInstruction(end.after))
        script.addBarrier(end);
    script.insertGlobalBarriers(memo);
    if (llvm::any_of(ways, [](const Way *way) { return hasRows(*way); }))
      script.fitGroups();
    ParallelMapping made;
    made.kernel = script.kernel();
    made.script = script.lines();
    made.remarks = script.remarks();
    attempt(made);
    made.serial = std::move(result.serial);
    result = std::move(made);
    taken = ways;
    return std::nullopt;
  } catch (const UserError &error) {
    return error;
  }
}

// The nest in the first way that can be had beside what was taken before; else
// what is against the best one.
std::optional<UserError> Mapper::addFirst(const NestMapping &nest) {
  std::optional<UserError> against;
  for (const Way &way : nest.ways) {
    std::vector<const Way *> longer = taken;
    longer.push_back(&way);
    std::optional<UserError> refusal = take(longer);
    if (!refusal) {
      if (against)
        refusals.insert({nest.loop, {nest.range, *against}});
      return std::nullopt;
    }
    if (!against)
      against = std::move(refusal);
  }
  return against;
}

// All in their best ways, or half of them and then the others.
void Mapper::addAll(llvm::ArrayRef<NestMapping> nests) {
  if (nests.size() == 1) {
    const NestMapping &nest = nests.front();
    if (auto refusal = addFirst(nest))
      result.serial.push_back(
          {nest.loop, becauseRefused(onWorkItems(nest.loop), kernel, nest.range,
                                     *refusal)});
    return;
  }
  std::vector<const Way *> longer = taken;
  for (const NestMapping &nest : nests)
    longer.push_back(&nest.ways.front());
  if (nests.empty() || !take(longer))
    return;
  addAll(nests.take_front(nests.size() / 2));
  addAll(nests.drop_front(nests.size() / 2));
}

// Without the ways that want work-items on l.1 and l.2, where there are others.
static bool keepInRows(std::vector<NestMapping> &nests) {
  bool isLess = false;
  for (NestMapping &nest : nests) {
    std::vector<Way> kept;
    llvm::copy_if(nest.ways, std::back_inserter(kept), [](const Way &way) {
      return llvm::all_of(way.loops, [](const LoopMapping &mapping) {
        return mapping.itemAxis == 0;
      });
    });
    if (kept.empty() || kept.size() == nest.ways.size())
      continue;
    nest.ways = std::move(kept);
    isLess = true;
  }
  return isLess;
}

// Nests in branches share a launch, whose groups have all work-items that any
// of them wants: where these are too many, all make do with rows.
void Mapper::addAll() {
  result.serial = plan.serial;
  addAll(plan.nests);
  inRows = plan;
  if (result.serial.size() == plan.serial.size() || !keepInRows(inRows.nests))
    return;
  ParallelMapping before = std::move(result);
  auto takenBefore = std::move(taken);
  auto refusalsBefore = std::move(refusals);
  result = {};
  result.kernel = kernel;
  result.serial = plan.serial;
  taken = {};
  refusals = {};
  addAll(inRows.nests);
  if (result.serial.size() < before.serial.size())
    return;
  result = std::move(before);
  taken = std::move(takenBefore);
  refusals = std::move(refusalsBefore);
}

// The loops inside are told of with the outermost that could be on the device.
void Mapper::tellOfHost(const HostLoop &loop) {
  int64_t launches = 0;
  forEachStep<LaunchStep>(loop.body, [&](const LaunchStep &) { ++launches; });
  std::string inner;
  forEachStep<HostLoop>(loop.body,
                        [&](const HostLoop &other) { inner = other.iname; });
  std::optional<Diagnostic> why;
  const std::string problem = onHost(loop.iname, inner, launches);
  if (auto refused = refusals.find(loop.iname); refused != refusals.end())
    why = becauseRefused(problem, kernel, refused->second.first,
                         refused->second.second);
  else if (launches > 0)
    why = planner.whyNotSpread(loop.iname, problem);
  if (!why) {
    for (const HostStep &step : loop.body)
      if (const auto *inside = std::get_if<HostLoop>(&step.value))
        tellOfHost(*inside);
    return;
  }
  llvm::erase_if(result.serial, [&](const SerialLoop &serial) {
    return planner.isInside(serial.iname, loop.iname);
  });
  result.onHost.push_back({loop.iname, std::move(*why)});
}

void Mapper::tellOfHost() {
  if (!planner.areInLoops(result.spread))
    return;
  for (const HostStep &step : hostStepsOf(result.kernel))
    if (const auto *loop = std::get_if<HostLoop>(&step.value))
      tellOfHost(*loop);
}

ParallelMapping Mapper::run() {
  plan = planner.plan();
  addAll();
  for (const Way *way : taken) {
    llvm::append_range(result.serial, way->serial);
    for (const LoopMapping &mapping : way->loops)
      if (kernel.hasIname(mapping.iname)) // not a part of another
        result.spread.push_back(mapping.iname);
  }
  tellOfHost();
  return std::move(result);
}

std::vector<SerialLoop> ParallelMapping::warnings() const {
  std::vector<SerialLoop> result = serial;
  llvm::append_range(result, onHost);
  llvm::stable_sort(result, [](const SerialLoop &a, const SerialLoop &b) {
    return a.why.range.line < b.why.range.line;
  });
  return result;
}

ParallelMapping loopyc::mapParallel(const Kernel &kernel,
                                    const Attempt &attempt) {
  return Mapper(kernel, attempt).run();
}
