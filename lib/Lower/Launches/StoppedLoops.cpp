#include "Launches/StoppedLoops.h"

#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace loopyc;
using poly::PwAff;

namespace {

class Stopping {
public:
  Stopping(const std::vector<Kernel> &launches, const Kernel &whole)
      : launches(launches), whole(whole) {}

  std::vector<HostStep> run(std::vector<HostStep> steps) const {
    for (HostStep &step : steps)
      if (auto *loop = std::get_if<HostLoop>(&step.value)) {
        loop->body = run(std::move(loop->body));
        stop(*loop);
      } else if (auto *condition = std::get_if<HostCondition>(&step.value)) {
        condition->body = run(std::move(condition->body));
      }
    return steps;
  }

private:
  void stop(HostLoop &loop) const {
    std::optional<Expr> flag = flagOf(loop);
    if (!flag) {
      refuseEndless(loop);
      return;
    }
    HostCondition goesOn{{*flag}, std::move(loop.body)};
    loop.body.clear();
    loop.body.emplace_back().value =
        ReadBackStep{whole.findVariable(flag->getIf<VarRef>()->name)};
    loop.body.emplace_back().value = std::move(goesOn);
  }

  // A guard of all instructions inside, one of which assigns it.
  std::optional<Expr> flagOf(const HostLoop &loop) const {
    std::optional<std::vector<Expr>> common;
    std::set<std::string> assigned;
    forEachStep<LaunchStep>(loop.body, [&](const LaunchStep &launch) {
      for (const InstructionPtr &insn : launches[launch.number].instructions) {
        if (insn->assignees().empty())
          continue;
        for (const std::string &name : insn->assigneeNames())
          assigned.insert(name);
        if (!common)
          common = insn->predicates;
        llvm::erase_if(*common, [&](const Expr &guard) {
          return !llvm::is_contained(insn->predicates, guard);
        });
      }
    });
    if (common)
      for (const Expr &guard : *common)
        if (const auto *flag = guard.getIf<VarRef>();
            flag && assigned.count(flag->name))
          return guard;
    return std::nullopt;
  }

  void refuseEndless(const HostLoop &loop) const {
    PwAff at = PwAff::name(loop.iname);
    if (!loop.range.isEqual(
            at.ge(PwAff::constant(0))
                .intersect(at.lt(PwAff::constant(endlessIterations)))))
      return;
    throw UserError("kernel '" + whole.name + "': the loop over '" +
                        loop.iname +
                        "' ends by a condition, and some of what its launches "
                        "do is not under it; the host cannot tell when to stop",
                    whole.range);
  }

  const std::vector<Kernel> &launches;
  const Kernel &whole;
};

} // namespace

std::vector<HostStep> loopyc::stopLoops(std::vector<HostStep> steps,
                                        const std::vector<Kernel> &launches,
                                        const Kernel &whole) {
  return Stopping(launches, whole).run(std::move(steps));
}
