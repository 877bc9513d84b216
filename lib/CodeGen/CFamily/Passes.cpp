#include "CFamily/Passes.h"

#include "CFamily/BuildTree.h"
#include "CFamily/CalledFunctions.h"
#include "CFamily/Conditions.h"
#include "CFamily/EarlyCopies.h"
#include "CFamily/FastMath.h"
#include "CFamily/LiftBarriers.h"
#include "CFamily/MatrixUnits.h"
#include "CFamily/StopLoops.h"
#include "CFamily/StridedLoops.h"
#include "CFamily/Unroll.h"
#include "CFamily/UniformConditions.h"
#include "CFamily/UnseenInstances.h"
#include "CFamily/WholeTiles.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

// The schedule's loops, with bounds and guards from isl; where a thread runs
// all work-items, loops over these.
static Block build(const UnseenInstances &unseen, const KernelData &data,
                   const poly::Set &facts) {
  const ScheduledKernel &scheduled = unseen.kernel;
  return data.target.hasWorkItems()
             ? buildTree(scheduled, facts,
                         findAsyncCopies(scheduled, data.dialect),
                         choicesByRun(unseen))
             : buildWorkItemLoops(scheduled, facts);
}

static Block split(Block block, const KernelData &data,
                   const poly::Set &facts) {
  return data.target.hasWorkItems()
             ? askInFront(std::move(block), data.scheduled, facts)
             : block;
}

static Block multiply(Block block, const KernelData &data,
                      const poly::Set &facts) {
  return matrixSteps(std::move(block), data, facts);
}

static Block expand(Block block, const KernelData &data,
                    const poly::Set &facts) {
  return expandLoops(std::move(block), facts, data);
}

static Block lift(Block block, const KernelData &, const poly::Set &) {
  return liftBarriers(std::move(block));
}

static Block stop(Block block, const KernelData &data, const poly::Set &) {
  return stopLoops(std::move(block), data);
}

static Block stride(Block block, const KernelData &data, const poly::Set &) {
  return data.target.hasWorkItems() ? stridedLoops(std::move(block), data)
                                    : block;
}

static Block start(Block block, const KernelData &, const poly::Set &) {
  return startCopiesEarly(std::move(block));
}

static Block relax(Block block, const KernelData &data, const poly::Set &) {
  return withFastMath(std::move(block), data);
}

namespace {

struct Pass {
  const char *name; // of --print-after
  // `facts` hold where the block is executed.
  Block (*run)(Block block, const KernelData &data, const poly::Set &facts);
};

constexpr Pass passes[] = {
    // Conditions that the last iterations of a loop ask, apart from others.
    {"uniform-conditions", split},
    // Sums of products that matrix units make.
    {"matrix-units", multiply},
    // Loops tagged unr, ilp and vec as copies, or as short vectors.
    {"expand-loops", expand},
    // Barriers out of conditions.
    {"lift-barriers", lift},
    // Loops that a flag ends.
    {"stop-loops", stop},
    // Loops that work-items share out, by the position itself.
    {"strided-loops", stride},
    // Copies of rows that go on, ahead of what does not need them.
    {"early-copies", start},
    // What set_options(fast_math=...) allows.
    {"fast-math", relax},
};

} // namespace

// A second copy of a kernel that is large already costs more than its guards.
static constexpr int mostStatementsTwice = 256;

// set_options(whole_tiles=...)
static std::optional<bool> wholeTilesOption(const Kernel &kernel) {
  auto it = kernel.options.values.find("whole_tiles");
  if (it == kernel.options.values.end())
    return std::nullopt;
  return it->second == "True";
}

// Slabs of groups: they are asked for.
static bool hasGroupSlabs(const Kernel &kernel) {
  return std::any_of(
      kernel.slabs.begin(), kernel.slabs.end(), [&](const auto &slabs) {
        const auto &[iname, slab] = slabs;
        return (slab.before > 0 || slab.after > 0) && kernel.hasIname(iname) &&
               kernel.tagOf(iname).isGroup();
      });
}

// Adds the copy for whole tiles where that is asked for, and on devices where
// it asks less in its loops.
static void addWholeTiles(KernelTree &tree, const UnseenInstances &unseen,
                          const KernelData &data, poly::Set &facts) {
  const ScheduledKernel &scheduled = unseen.kernel;
  const std::optional<bool> option = wholeTilesOption(scheduled.kernel);
  bool isAskedFor = option.value_or(hasGroupSlabs(scheduled.kernel));
  int conditions = groupConditionsInLoops(tree.body);
  if (option == false ||
      (!data.dialect.hasBarriersInBranches() && hasBarriers(tree.body)))
    return;
  if (!isAskedFor &&
      (!data.target.hasWorkItems() || conditions == 0 ||
       numberOfStatements(tree.body) > mostStatementsTwice))
    return;
  const poly::Set &context = scheduled.context;
  std::optional<poly::Set> where = wholeTiles(scheduled);
  if (!where)
    return;
  facts = context.flat().intersect(*where);
  Block whole = build(unseen, data, facts);
  if (!isAskedFor && groupConditionsInLoops(whole) >= conditions)
    return;
  tree.isWhole = tidyCondition(fromCondition(*where, context));
  tree.whole = std::move(whole);
}

static std::string textOf(const KernelTree &tree) {
  if (!tree.isWhole)
    return treeStr(tree.body);
  return "whole tiles: " + tree.isWhole.str() + "\n" + treeStr(tree.whole) +
         "others:\n" + treeStr(tree.body);
}

// Instructions of loops tagged vec that are written component by component.
static void warnOfComponents(const Block &block, const KernelData &data,
                             std::set<std::string> &known) {
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) { warnOfComponents(loop.body, data, known); },
        [&](const Guard &guard) { warnOfComponents(guard.body, data, known); },
        [&](const Execute &execute) {
          const Instruction &insn = *execute.insn;
          if (execute.scalarReason.empty() || !known.insert(insn.id).second)
            return;
          warn("vec",
               "kernel '" + data.scheduled.kernel.name + "', " +
                   data.target.name() + ": instruction '" + insn.id +
                   "' is no operation on short vectors, but one for each "
                   "component, in " +
                   execute.scalarReason +
                   "; tag the axes of its arrays vec, or the loop unr",
               insn.range);
        },
        [](const Barrier &) {},
        [](const FunctionCall &call) { failOnCall(call); });
}

KernelTree codegen::runPasses(KernelData &data, const CodeGenOptions &options) {
  const UnseenInstances unseen =
      withUnseenInstances(data.scheduled, data.target.hasWorkItems());
  const ScheduledKernel &scheduled = unseen.kernel;
  KernelTree tree;
  poly::Set facts = scheduled.context, factsOfWhole;
  std::string what = scheduled.kernel.name + ", " + data.target.name();
  std::string before;
  auto report = [&](const char *pass) {
    if (!options.afterPass)
      return;
    std::string after = textOf(tree);
    options.afterPass(pass, what, before, after);
    before = std::move(after);
  };
  tree.body = build(unseen, data, facts);
  addWholeTiles(tree, unseen, data, factsOfWhole);
  report("build-tree");
  for (const Pass &pass : passes) {
    tree.body = pass.run(std::move(tree.body), data, facts);
    if (tree.isWhole)
      tree.whole = pass.run(std::move(tree.whole), data, factsOfWhole);
    report(pass.name);
  }
  std::set<std::string> known;
  warnOfComponents(tree.body, data, known);
  if (makeFunctions(tree, data))
    report("called-functions");
  return tree;
}
