#include "loopyc/Lower/Lower.h"

#include "AbsentArguments.h"
#include "AddressSpaces.h"
#include "AutoAxes.h"
#include "ConstantRange.h"
#include "HostSteps.h"
#include "InnerTemporaries.h"
#include "Launches/CutAtGlobalBarriers.h"
#include "Launches/HostScalars.h"
#include "LoopsOpenedAgain.h"
#include "loopyc/Lower/ParallelReductions.h"
#include "loopyc/Lower/Scans.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>
#include <iterator>

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

static bool isSequence(const Kernel &kernel) {
  return hasGlobalBarriers(kernel) || needsHostScalars(kernel);
}

template <Kernel (*pass)(const Kernel &)>
static LaunchSequence one(const Kernel &kernel) {
  LaunchSequence result;
  result.launches = {pass(kernel)};
  return result;
}

const std::vector<LoweringPass> &loopyc::loweringPasses() {
  static const std::vector<LoweringPass> passes = {
      // Values take the place of their names.
      {"expand-rules", hasRules, one<expandRules>},
      // What mentions an array that may be absent asks for it.
      {"guard-optional-arrays", hasOptionalArrays, one<guardOptionalArrays>},
      // A reduction becomes a loop that updates a temporary.
      {"realize-reductions", hasReductions, one<realizeReductions>},
      // Each l.auto iname gets an axis, or is a loop.
      {"resolve-axes", hasOpenAxes, one<resolveAutoAxes>},
      // Running values of what runs in parallel become steps of each.
      {"realize-scans", hasScans, one<realizeScans>},
      // Loops in order that the language opens twice become two.
      {"part-loops", hasLoopsOpenedAgain, one<partLoopsOpenedAgain>},
      // What work-items sum up together becomes steps of each.
      {"realize-parallel-reductions", hasParallelReductions,
       one<realizeParallelReductions>},
      // What stands between global barriers is a launch; what the host can
      // compute, it does.
      {"cut-at-global-barriers", isSequence, cutAtGlobalBarriers},
      // Each temporary gets its address space.
      {"place-temporaries", hasTemporaries, one<placeTemporaries>},
      // Private values of ilp and vec inames lie side by side.
      {"expand-inner-temporaries", hasInnerTemporaries,
       one<expandInnerTemporaries>},
  };
  return passes;
}

using PassIterator = std::vector<LoweringPass>::const_iterator;

// The pass on each launch; what the host does around them stays.
static LaunchSequence runPass(const LoweringPass &pass, LaunchSequence before,
                              const AfterPass &after) {
  LaunchSequence result;
  result.host = std::move(before.host);
  result.whole = std::move(before.whole);
  for (Kernel &kernel : before.launches) {
    if (!pass.isNeeded(kernel)) {
      result.launches.push_back(std::move(kernel));
      continue;
    }
    LaunchSequence made = pass.run(kernel);
    if (!made.host.steps.empty()) {
      if (before.launches.size() != 1 || !result.host.steps.empty())
        throw InternalError(std::string(pass.name) + ": '" + kernel.name +
                            "' is cut a second time");
      result.host = std::move(made.host);
      result.whole = std::move(made.whole);
    }
    for (Kernel &launch : made.launches) {
      verifyKernel(launch);
      if (after)
        after(pass, kernel, launch);
      result.launches.push_back(std::move(launch));
    }
  }
  return result;
}

static LaunchSequence runPasses(LaunchSequence sequence, PassIterator begin,
                                PassIterator end, const AfterPass &after) {
  for (PassIterator pass = begin; pass != end; ++pass)
    sequence = runPass(*pass, std::move(sequence), after);
  return sequence;
}

static LaunchSequence asItStands(const Kernel &kernel) {
  requireConstantRanges(kernel);
  LaunchSequence sequence;
  sequence.launches = {kernel};
  return sequence;
}

LaunchSequence loopyc::lower(const Kernel &kernel, const AfterPass &after) {
  return runPasses(asItStands(kernel), loweringPasses().begin(),
                   loweringPasses().end(), after);
}

bool loopyc::isLowered(const Kernel &kernel) {
  return !hasRules(kernel) && !hasReductions(kernel) && !hasOpenAxes(kernel) &&
         !isSequence(kernel) &&
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

static PassIterator passThat(LaunchSequence (*run)(const Kernel &)) {
  return std::find_if(
      loweringPasses().begin(), loweringPasses().end(),
      [&](const LoweringPass &pass) { return pass.run == run; });
}

// No pass behind the cut changes them.
std::vector<HostStep> loopyc::hostStepsOf(const Kernel &kernel) {
  return runPasses(asItStands(kernel), loweringPasses().begin(),
                   std::next(passThat(cutAtGlobalBarriers)), {})
      .host.steps;
}

// In one piece, a kernel with global barriers does not say yet where each
// temporary lives.
Kernel loopyc::preprocess(const Kernel &kernel) {
  PassIterator cut = passThat(cutAtGlobalBarriers);
  LaunchSequence sequence =
      runPasses(asItStands(kernel), loweringPasses().begin(), cut, {});
  if (!isSequence(sequence.launches.front()))
    sequence = runPasses(std::move(sequence), cut,
                         passThat(one<expandInnerTemporaries>), {});
  return withoutSharedBuffers(std::move(sequence.launches.front()));
}

Kernel loopyc::inPlainInstructions(const Kernel &kernel) {
  return realizeReductions(expandRules(kernel));
}
