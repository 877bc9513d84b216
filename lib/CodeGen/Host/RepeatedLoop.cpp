#include "Host/RepeatedLoop.h"

#include "CFamily/KernelData.h"
#include "loopyc/Support/Match.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using namespace loopyc::codegen;

// Launches of one iteration, with those of inner loops: recording takes time
// for each.
static constexpr int64_t most = 64;

static bool mentionsIn(const InstructionPtr &insn, const std::string &iname) {
  bool found = false;
  mapExprs(insn, [&](const Expr &e) {
    found |= mentions(e, iname);
    return e;
  });
  return found;
}

static bool sizeMentions(const VariablePtr &variable,
                         const std::string &iname) {
  return llvm::any_of(variable->axes, [&](const Axis &axis) {
    return axis.extent && mentions(axis.extent, iname);
  });
}

// That the iname is an argument says nothing: every launch in its loop has it.
static bool dependsOn(const Kernel &launch, const std::string &iname) {
  auto isSized = [&](const VariablePtr &variable) {
    return sizeMentions(variable, iname);
  };
  return llvm::any_of(launch.instructions,
                      [&](const InstructionPtr &insn) {
                        return mentionsIn(insn, iname);
                      }) ||
         llvm::any_of(
             launch.domains,
             [&](const poly::Set &domain) { return domain.involves(iname); }) ||
         llvm::any_of(launch.arguments, isSized) ||
         llvm::any_of(launch.temporaries, isSized);
}

namespace {

class Body {
public:
  Body(const HostLoop &loop, const Launches &launches, const Target &target)
      : iname(loop.iname), range(loop.range), launches(launches),
        target(target) {}

  // How many launches there are; nothing where an iteration may differ from
  // another one.
  std::optional<int64_t> count(const std::vector<HostStep> &steps) const;

private:
  std::optional<int64_t> count(const LaunchStep &step) const;
  std::optional<int64_t> count(const ReadBackStep &) const { return {}; }
  std::optional<int64_t> count(const ComputeStep &) const { return {}; }
  std::optional<int64_t> count(const HostLoop &loop) const;
  std::optional<int64_t> count(const HostCondition &condition) const;

  const std::string &iname;
  const poly::Set &range;
  const Launches &launches;
  const Target &target;
};

} // namespace

std::optional<int64_t> Body::count(const LaunchStep &step) const {
  const ScheduledKernel &launch = launches.kernels[step.number];
  if (dependsOn(launch.kernel, iname) ||
      !KernelData(launch, target).launchTemporaries().empty())
    return {};
  return 1;
}

std::optional<int64_t> Body::count(const HostLoop &loop) const {
  auto low = loop.range.minConst(loop.iname),
       high = loop.range.maxConst(loop.iname);
  auto inside = count(loop.body);
  // Each value of `iname` leaves the same of it.
  bool isSame =
      loop.range.isEqual(loop.range.project({iname}).intersect(range));
  if (!low || !high || !inside || !isSame || *high - *low >= most)
    return {};
  return *inside * (*high - *low + 1);
}

std::optional<int64_t> Body::count(const HostCondition &condition) const {
  if (llvm::any_of(condition.conditions, [&](const Predicate &predicate) {
        return mentions(predicate, iname);
      }))
    return {};
  return count(condition.body);
}

std::optional<int64_t> Body::count(const std::vector<HostStep> &steps) const {
  int64_t total = 0;
  for (const HostStep &step : steps) {
    auto some =
        match(step.value, [&](const auto &kind) { return count(kind); });
    if (!some || (total += *some) > most)
      return {};
  }
  return total;
}

bool codegen::repeatsLaunches(const HostLoop &loop, const Launches &launches,
                              const Target &target) {
  return Body(loop, launches, target).count(loop.body).has_value();
}

bool codegen::hasRepeatedLoop(const Launches &launches, const Target &target) {
  bool found = false;
  forEachStep<HostLoop>(launches.host.steps, [&](const HostLoop &loop) {
    found = found || repeatsLaunches(loop, launches, target);
  });
  return found;
}
