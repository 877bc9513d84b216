#include "loopyc/Schedule/SerialWork.h"

#include "Leaves.h"
#include "loopyc/Lower/Lower.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static bool isReductionStep(const InstructionPtr &insn) {
  return insn->tags.count(reductionStepTag);
}

namespace {

class Finder {
public:
  explicit Finder(const ScheduledKernel &scheduled) : scheduled(scheduled) {
    forEachLeaf<StatementRun>(
        scheduled.body,
        [&](const StatementRun &run, const std::vector<std::string> &loops) {
          if (!llvm::all_of(run.instructions, isReductionStep))
            addRun(run, loops);
        });
  }

  std::vector<SerialWork> find() const {
    bool whole = std::all_of(runs.begin(), runs.end(),
                             [](const Run &run) { return run.isInOneGroup; });
    std::vector<SerialWork> result;
    for (const Run &run : runs) {
      SerialWork work{whole, ownLoop(run), run.workItems, run.range};
      bool isLoop = !work.loop.empty() || (whole && run.workItems > 1);
      if (!run.isInOneGroup || !isLoop)
        continue;
      auto same = [&](const SerialWork &other) {
        return whole || other.loop == work.loop;
      };
      auto known = std::find_if(result.begin(), result.end(), same);
      if (known == result.end())
        result.push_back(work);
      else
        known->workItems = std::max(known->workItems, work.workItems);
    }
    return result;
  }

private:
  struct Run {
    std::vector<std::string> loops;
    bool isInOneGroup = true;
    int64_t workItems = 1;
    SourceRange range;
  };

  void addRun(const StatementRun &statements,
              const std::vector<std::string> &loops) {
    Set domain = statements.domain.intersect(scheduled.context);
    Run run;
    run.loops = loops;
    if (!statements.instructions.empty())
      run.range = statements.instructions.front()->range;
    for (const HardwareAxis &axis : scheduled.axes) {
      if (asInteger(axis.size) == 1 || runsAtFirst(domain, axis.str()))
        continue;
      if (axis.isGroup())
        run.isInOneGroup = false;
      else if (isAlong(axis, statements))
        run.workItems *= asInteger(axis.size).value_or(1);
    }
    if (!run.isInOneGroup)
      shared.insert(loops.begin(), loops.end());
    else if (domain.isEmpty()) // what is fetched ahead of few iterations
      return;
    runs.push_back(std::move(run));
  }

  // Not what all work-items do alike, as reading the result of a sum.
  bool isAlong(const HardwareAxis &axis, const StatementRun &statements) const {
    return llvm::any_of(scheduled.positions, [&](const auto &position) {
      return mentions(position.second, axis) &&
             llvm::any_of(statements.instructions,
                          [&](const InstructionPtr &insn) {
                            return insn->within(position.first);
                          });
    });
  }

  // What runs at one position of an axis runs at the first. (Bounds of the axis
  // would need a projection, which may take long.)
  static bool runsAtFirst(const Set &domain, const std::string &axis) {
    return domain.intersect(PwAff::name(axis).ge(PwAff::constant(1))).isEmpty();
  }

  std::string ownLoop(const Run &run) const {
    for (const std::string &loop : run.loops)
      if (!shared.count(loop))
        return loop;
    return "";
  }

  const ScheduledKernel &scheduled;
  std::vector<Run> runs;
  std::set<std::string> shared; // loops around something parallel
};

} // namespace

std::vector<SerialWork> loopyc::serialWork(const ScheduledKernel &scheduled) {
  return Finder(scheduled).find();
}
