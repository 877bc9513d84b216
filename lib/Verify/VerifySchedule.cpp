#include "loopyc/Verify/VerifySchedule.h"

#include "Coverage.h"
#include "Pairs.h"
#include "ScriptOrder.h"
#include "Storage.h"

using namespace loopyc;
using namespace loopyc::verify;

ScheduleProof verify::verifySchedule(const ScheduledKernel &scheduled,
                                     const Kernel &kernel) {
  poly::Names axes;
  for (const HardwareAxis &axis : scheduled.axes)
    axes.push_back(axis.str());
  Terms terms(kernel, scheduled.positions, axes);
  Tree tree(scheduled);
  std::map<std::string, UsedVariable> variables =
      usesIn(tree, scheduled, kernel, terms);
  verifyCoverage(tree, scheduled, kernel, terms);
  verifyBarriers(tree, kernel, terms);
  verifyScriptOrder(tree, scheduled, kernel, terms);
  ScheduleProof proof;
  proof.kernel = kernel.name;
  Pairs pairs(tree, scheduled, kernel, terms, proof);
  verifyStorage(variables, pairs);
  return proof;
}
