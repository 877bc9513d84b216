#include "CFamily/Passes.h"

#include "CFamily/BuildTree.h"
#include "CFamily/LiftBarriers.h"
#include "CFamily/StopLoops.h"
#include "CFamily/Unroll.h"

using namespace loopyc;
using namespace loopyc::codegen;

static Block build(Block, const KernelData &data) {
  return data.target.hasWorkItems() ? buildTree(data.scheduled)
                                    : buildWorkItemLoops(data.scheduled);
}

static Block expand(Block block, const KernelData &data) {
  Vectorizer vectorizer(data.scheduled.kernel,
                        data.dialect.hasVectorFunctions());
  return expandLoops(std::move(block), data.scheduled.context,
                     data.dialect.vectorLoops(), vectorizer);
}

static Block lift(Block block, const KernelData &) {
  return liftBarriers(std::move(block));
}

namespace {

struct Pass {
  const char *name; // of --print-after
  Block (*run)(Block block, const KernelData &data);
};

constexpr Pass passes[] = {
    // The schedule's loops, with bounds and guards from isl; where a thread
    // runs all work-items, loops over these.
    {"build-tree", build},
    // Loops tagged unr, ilp and vec as copies, or as short vectors.
    {"expand-loops", expand},
    // Barriers out of conditions.
    {"lift-barriers", lift},
    // Loops that a flag ends.
    {"stop-loops", stopLoops},
};

} // namespace

Block codegen::runPasses(const KernelData &data,
                         const CodeGenOptions &options) {
  Block block;
  std::string what = data.scheduled.kernel.name + ", " + data.target.name();
  std::string before;
  for (const Pass &pass : passes) {
    block = pass.run(std::move(block), data);
    if (!options.afterPass)
      continue;
    std::string after = treeStr(block);
    options.afterPass(pass.name, what, before, after);
    before = std::move(after);
  }
  return block;
}
