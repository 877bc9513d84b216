#include "loopyc/Lower/SpreadingAdvice.h"

#include "Mapping/MappingPlan.h"
#include "loopyc/Lower/Lower.h"

using namespace loopyc;

static SpreadingAdvice adviceOn(const std::string &loop,
                                const MappingPlan &plan,
                                const MappingPlanner &planner) {
  auto isThere = [&](const std::string &iname) {
    return loop.empty() || iname == loop || planner.isInside(iname, loop);
  };
  SpreadingAdvice advice;
  for (const NestMapping &nest : plan.nests)
    if (isThere(nest.loop)) {
      advice.loop = nest.loop;
      return advice;
    }
  for (const SerialLoop &serial : plan.serial)
    if (isThere(serial.iname))
      advice.reasons.push_back(serial.why);
  return advice;
}

std::vector<SpreadingAdvice>
loopyc::adviseSpreading(const Kernel &kernel,
                        const std::vector<std::string> &loops) {
  const Kernel plain = inPlainInstructions(kernel);
  DependenceMemo memo;
  MappingPlanner planner(plain, memo);
  const MappingPlan plan = planner.plan();
  std::vector<SpreadingAdvice> result;
  for (const std::string &loop : loops)
    result.push_back(adviceOn(loop, plan, planner));
  return result;
}
