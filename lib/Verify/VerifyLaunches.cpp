#include "loopyc/Verify/VerifyLaunches.h"

#include "LaunchCoverage.h"
#include "LaunchPairs.h"

using namespace loopyc;
using namespace loopyc::verify;

ScheduleProof verify::verifyLaunches(const Kernel &whole,
                                     const std::vector<Kernel> &launches,
                                     const HostCode &host) {
  HostPlan plan(whole, launches, host);
  const Substitution noPositions;
  Terms terms(whole, noPositions, {});
  Tree tree(plan.tree());
  verifyLaunchCoverage(plan, tree, whole);
  ScheduleProof proof;
  proof.kernel = whole.name;
  Pairs pairs(tree, plan.tree(), whole, terms, proof);
  verifyLaunchPairs(plan, pairs, usesIn(tree, plan.tree(), whole, terms),
                    whole);
  return proof;
}
