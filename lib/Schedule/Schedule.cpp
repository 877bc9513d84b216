// Kernel to ScheduledKernel, stage by stage.
#include "LiveRanges.h"
#include "LoopTree.h"
#include "Resources.h"
#include "ReuseProof.h"
#include "RowCopyEdges.h"
#include "StorageReuse.h"
#include "ToHardware.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <utility>

using namespace loopyc;

// The tree, in which reuse of storage within one iteration orders nothing
// unless the tree that results interleaves the iterations. Values that one
// storage cannot keep get copies in `kernel`.
static LoopTree ordered(Kernel &kernel, const Placement &placement,
                        const DeviceLimits &limits) {
  LiveRanges ranges = findLiveRanges(kernel, placement);
  while (true) {
    DependenceGraph graph(kernel,
                          byOwnerAndIteration(kernel, placement, ranges));
    addStorageEdges(graph, placement);
    addRowCopyEdges(graph, placement);
    LoopTree tree = buildLoopTree(kernel, placement, graph);
    if (dropInterleaved(ranges, tree, graph))
      continue;
    if (std::optional<Kernel> withCopies =
            withNeededCopies(kernel, tree, placement, graph)) {
      kernel = std::move(*withCopies);
      checkResources(kernel, placement, limits);
      ranges = findLiveRanges(kernel, placement);
      continue;
    }
    insertBarriers(tree, kernel, graph);
    return tree;
  }
}

ScheduledKernel loopyc::schedule(const Kernel &kernel,
                                 const DeviceLimits &limits) {
  if (!isLowered(kernel))
    throw InternalError("schedule: '" + kernel.name + "' is not lowered");
  Kernel prepared = kernel;
  // Which axis each instance runs on.
  Placement placement(prepared);
  checkResources(prepared, placement, limits);
  // Order, loops, barriers.
  LoopTree tree = ordered(prepared, placement, limits);
  // One storage for the values that the order keeps apart.
  prepared = dropReusedAxes(std::move(prepared));
  // Hardware inames become positions on axes; domains and context for isl.
  return lowerToHardware(std::move(prepared), placement, tree);
}

std::vector<int64_t> ScheduledKernel::localSize() const {
  std::vector<int64_t> size(3, 1);
  for (const HardwareAxis &axis : axes)
    if (axis.isLocal())
      size[axis.number] = asInteger(axis.size).value_or(1);
  return size;
}

std::vector<Expr> ScheduledKernel::groupCount() const {
  std::vector<Expr> count(3, Expr::integer(1));
  for (const HardwareAxis &axis : axes)
    if (axis.isGroup())
      count[axis.number] = axis.size;
  return count;
}

std::vector<const ScheduledKernel *>
loopyc::launchesOf(const ScheduledKernel &kernel) {
  if (!kernel.launches)
    return {&kernel};
  std::vector<const ScheduledKernel *> result;
  for (const ScheduledKernel &launch : kernel.launches->kernels)
    result.push_back(&launch);
  return result;
}

ScheduledKernel loopyc::inLaunches(Kernel kernel, Launches launches) {
  ScheduledKernel result;
  result.kernel = std::move(kernel);
  launches.temporaries =
      std::exchange(result.kernel.temporaries, launches.host.temporaries);
  forEachStep<ComputeStep>(
      launches.host.steps, [&](const ComputeStep &computed) {
        result.kernel.temporaries.push_back(computed.variable);
      });
  result.context = result.kernel.assumptions.flat();
  for (ScheduledKernel &launch : launches.kernels) {
    launch.isPart = true;
    result.body.insert(result.body.end(), launch.body.begin(),
                       launch.body.end());
  }
  result.launches = std::make_shared<const Launches>(std::move(launches));
  return result;
}
