#include "loopyc/Lower/Lower.h"

#include "AddressSpaces.h"
#include "AutoAxes.h"
#include "ConstantRange.h"
#include "GlobalBarriers.h"
#include "InnerTemporaries.h"
#include "loopyc/Lower/ParallelReductions.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>

using namespace loopyc;

static bool hasRules(const Kernel &kernel) { return !kernel.rules.empty(); }

template <typename Predicate>
static bool anyTag(const Kernel &kernel, const Predicate &predicate) {
  return std::any_of(
      kernel.inameTags.begin(), kernel.inameTags.end(),
      [&](const auto &entry) { return predicate(entry.second); });
}

static bool hasOpenAxes(const Kernel &kernel) {
  return anyTag(kernel, [](const InameTag &tag) { return tag.isOpen(); });
}

static bool hasTemporaries(const Kernel &kernel) {
  return !kernel.temporaries.empty();
}

static bool hasInnerTemporaries(const Kernel &kernel) {
  return hasTemporaries(kernel) &&
         anyTag(kernel, [](const InameTag &tag) { return tag.isInnermost(); });
}

template <Kernel (*pass)(const Kernel &)>
static std::vector<Kernel> one(const Kernel &kernel) {
  return {pass(kernel)};
}

const std::vector<LoweringPass> &loopyc::loweringPasses() {
  static const std::vector<LoweringPass> passes = {
      // Values take the place of their names.
      {"expand-rules", hasRules, one<expandRules>},
      // A reduction becomes a loop that updates a temporary.
      {"realize-reductions", hasReductions, one<realizeReductions>},
      // Each l.auto iname gets an axis, or is a loop.
      {"resolve-axes", hasOpenAxes, one<resolveAutoAxes>},
      // What work-items sum up together becomes steps of each.
      {"realize-parallel-reductions", hasParallelReductions,
       one<realizeParallelReductions>},
      // A kernel is one launch.
      {"cut-at-global-barriers", hasGlobalBarriers, cutAtGlobalBarriers},
      // Each temporary gets its address space.
      {"place-temporaries", hasTemporaries, one<placeTemporaries>},
      // Private values of ilp and vec inames lie side by side.
      {"expand-inner-temporaries", hasInnerTemporaries,
       one<expandInnerTemporaries>},
  };
  return passes;
}

using PassIterator = std::vector<LoweringPass>::const_iterator;

// The passes up to `end`.
static std::vector<Kernel> runPasses(const Kernel &kernel, PassIterator end,
                                     const AfterPass &after) {
  requireConstantRanges(kernel);
  std::vector<Kernel> kernels = {kernel};
  for (auto pass = loweringPasses().begin(); pass != end; ++pass) {
    std::vector<Kernel> results;
    for (Kernel &before : kernels) {
      if (!pass->isNeeded(before)) {
        results.push_back(std::move(before));
        continue;
      }
      for (Kernel &result : pass->run(before)) {
        verifyKernel(result);
        if (after)
          after(*pass, before, result);
        results.push_back(std::move(result));
      }
    }
    kernels = std::move(results);
  }
  return kernels;
}

std::vector<Kernel> loopyc::lower(const Kernel &kernel,
                                  const AfterPass &after) {
  return runPasses(kernel, loweringPasses().end(), after);
}

bool loopyc::isLowered(const Kernel &kernel) {
  return !hasRules(kernel) && !hasReductions(kernel) && !hasOpenAxes(kernel) &&
         !hasGlobalBarriers(kernel) &&
         std::none_of(kernel.temporaries.begin(), kernel.temporaries.end(),
                      [](const VariablePtr &temp) {
                        return temp->space == AddressSpace::Auto;
                      });
}

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
  auto end = std::find_if(
      loweringPasses().begin(), loweringPasses().end(),
      [](const LoweringPass &pass) {
        return pass.run == one<expandInnerTemporaries>;
      });
  std::vector<Kernel> kernels = runPasses(kernel, end, {});
  if (kernels.size() != 1)
    throw InternalError("preprocess: '" + kernel.name + "' became " +
                        std::to_string(kernels.size()) + " kernels");
  return withoutSharedBuffers(std::move(kernels.front()));
}

Kernel loopyc::inPlainInstructions(const Kernel &kernel) {
  return realizeReductions(expandRules(kernel));
}
