// Kernel to ScheduledKernel, stage by stage.
#include "LiveRanges.h"
#include "LoopTree.h"
#include "Lower.h"
#include "Placement.h"
#include "Prepare.h"
#include "ReuseProof.h"
#include "StorageReuse.h"
#include "loopyc/Schedule/ScheduledKernel.h"

using namespace loopyc;

// What shares values in a group without a constant size is not in local
// memory proper: its address space stays to be decided.
static Kernel withoutSharedBuffers(Kernel kernel) {
  std::vector<VariablePtr> temporaries = kernel.temporaries;
  for (const VariablePtr &temp : temporaries)
    if (temp->space == AddressSpace::Local && !storageBytes(*temp)) {
      Variable open = *temp;
      open.space = AddressSpace::Auto;
      kernel.setVariable(std::make_shared<const Variable>(open));
    }
  return kernel;
}

Kernel loopyc::preprocess(const Kernel &kernel) {
  Kernel prepared = prepareForScheduling(kernel);
  prepared = Placement(prepared).withAddressSpaces(std::move(prepared));
  return withoutSharedBuffers(std::move(prepared));
}

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
  // Substitution rules expanded, l.auto resolved, what cannot be refused.
  Kernel prepared = prepareForScheduling(kernel);
  // Which axis each instance runs on, which memory each temporary lives in.
  Placement placement(prepared);
  prepared = placement.withAddressSpaces(std::move(prepared));
  // Private temporaries get an axis for each ilp or vec iname around them.
  prepared = expandInnerTemporaries(std::move(prepared));
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
