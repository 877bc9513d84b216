#include "loopyc/Lower/MapParallel.h"

#include "Mapping/MappingPlan.h"
#include "Mapping/MappingScript.h"
#include "Mapping/SerialReason.h"
#include "loopyc/Lower/Lower.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace loopyc;

using Way = MappingWay;

namespace {

class Mapper {
public:
  Mapper(const Kernel &kernel, const Attempt &attempt)
      : kernel(kernel), attempt(attempt) {
    result.kernel = kernel;
  }

  ParallelMapping run();

private:
  std::optional<UserError> take(const std::vector<const Way *> &ways);
  std::optional<UserError> addFirst(const NestMapping &nest);
  void addAll(llvm::ArrayRef<NestMapping> nests);

  const Kernel &kernel;
  const Attempt &attempt;
  DependenceMemo memo; // of the kernel in all ways
  MappingPlan plan;
  std::vector<const Way *> taken;
  ParallelMapping result;
};

} // namespace

// The ways together are the result, unless something is against it.
std::optional<UserError> Mapper::take(const std::vector<const Way *> &ways) {
  try {
    MappingScript script(kernel);
    for (const Way *way : ways)
      for (const LoopMapping &mapping : way->loops)
        script.map(mapping);
    std::vector<LaunchEnd> ends = plan.ends;
    for (const Way *way : ways)
      llvm::append_range(ends, way->ends);
    for (const LaunchEnd &end : ends)
      if (kernel.findInstruction(end.before) &&
          kernel.findInstruction(end.after))
        script.addBarrier(end);
    script.insertGlobalBarriers(memo);
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
    if (!refusal)
      return std::nullopt;
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
          {nest.loop,
           becauseRefused(kernel, nest.loop, nest.range, *refusal)});
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

ParallelMapping Mapper::run() {
  plan = planMapping(inPlainInstructions(kernel), memo);
  result.serial = plan.serial;
  addAll(plan.nests);
  for (const Way *way : taken) {
    llvm::append_range(result.serial, way->serial);
    for (const LoopMapping &mapping : way->loops)
      if (kernel.hasIname(mapping.iname)) // not a part of another
        result.spread.push_back(mapping.iname);
  }
  return std::move(result);
}

ParallelMapping loopyc::mapParallel(const Kernel &kernel,
                                    const Attempt &attempt) {
  return Mapper(kernel, attempt).run();
}
