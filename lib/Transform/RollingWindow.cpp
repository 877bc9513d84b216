#include "RollingWindow.h"

#include "Iterations.h"
#include "RuleExpander.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <memory>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

std::string loopyc::rollingLoop(const PrecomputePlan &plan) {
  if (plan.options.rolling.empty())
    return "";
  if (!plan.options.precomputeInames.empty())
    plan.refuse("a rolling window makes inames of its own; do not give "
                "precompute_inames");
  std::string loop = loopToFollow(plan, plan.options.rolling,
                                  "a rolling window", "rolling");
  if (!plan.ahead.empty() && plan.ahead != loop)
    plan.refuse("values that stay in a rolling window along '" + loop +
                "' cannot be computed ahead along '" + plan.ahead +
                "' (lookahead_iname), only along the same loop");
  return loop;
}

static Set iterationsOf(const PrecomputePlan &plan) {
  return DomainIndex(plan.kernel)
      .instances(plan.outer)
      .flat()
      .intersect(plan.kernel.assumptions);
}

static Set footprintOf(const PrecomputePlan &plan) {
  Set result = iterationsOf(plan);
  for (const Set &domain : plan.footprint->domains())
    result = result.intersect(domain.flat());
  return result;
}

// What the iteration before has, too.
static Set isOld(const PrecomputePlan &plan, const RollingWindow &window) {
  PwAff at = PwAff::name(plan.footprint->axes()[window.axis].iname);
  return window.step > 0 ? at.lt(PwAff::constant(window.length - window.step))
                         : at.ge(PwAff::constant(-window.step));
}

static Set isNew(const PrecomputePlan &plan, const RollingWindow &window) {
  PwAff at = PwAff::name(plan.footprint->axes()[window.axis].iname);
  return window.step > 0 ? at.ge(PwAff::constant(window.length - window.step))
                         : at.lt(PwAff::constant(-window.step));
}

// The iterations that no other comes before.
static Set firstOf(const Set &iterations, const std::string &loop) {
  return iterations.subtract(movedAlong(iterations, loop, -1));
}

static size_t movingAxis(const PrecomputePlan &plan, const std::string &loop) {
  std::vector<size_t> moving;
  for (size_t a = 0; a < plan.footprint->axes().size(); ++a)
    if (mentions(plan.footprint->axes()[a].base, loop))
      moving.push_back(a);
  if (moving.size() != 1)
    plan.refuse("for a rolling window, the values must move along one axis "
                "from iteration to iteration of '" +
                loop + "', but they do along " +
                (moving.empty() ? "none" : std::to_string(moving.size())));
  return moving.front();
}

// Is a value the same in all iterations? It is where the place along the axes
// is all that it depends on.
static void requireSameValues(const PrecomputePlan &plan,
                              const std::string &loop) {
  bool differ = mentions(RuleExpander(plan.kernel).valueOf(plan.rule), loop) ||
                plan.ranging.count(loop);
  for (size_t p = 0; p < plan.rule.parameters.size(); ++p) {
    bool isAxis = std::any_of(plan.axes.begin(), plan.axes.end(),
                              [&](const StorageAxis &axis) {
                                return axis.parameter == static_cast<int>(p);
                              });
    differ |= !isAxis && mentions(plan.uses.front().args[p], loop);
  }
  if (differ)
    plan.refuse("the values depend on '" + loop +
                "' otherwise than by their place along one axis, so no "
                "iteration has any that another could keep in a rolling "
                "window");
}

// The number by which the axis begins later in the next iteration.
static int64_t stepOf(const PrecomputePlan &plan, const std::string &loop,
                      size_t axis, const Set &iterations) {
  const Expr &base = plan.footprint->axes()[axis].base;
  auto here = toAffine(base);
  auto next = toAffine(substitute(base, {{loop, Expr::var(loop) + 1}}));
  const std::string name = auxiliaryName("step");
  std::optional<int64_t> least, most;
  if (here && next) {
    Set steps = iterations.intersect(movedAlong(iterations, loop, 1))
                    .equate(name, *next - *here);
    least = steps.minConst(name);
    most = steps.maxConst(name);
  }
  if (!least || least != most || *least == 0)
    plan.refuse("from iteration to iteration of '" + loop +
                "', the values along '" + plan.footprint->axes()[axis].iname +
                "' begin at " + base.str() +
                ", which does not move by a fixed number, as a rolling window "
                "does");
  return *least;
}

// Does each iteration find what is old in the one before?
static void requireOldOnes(const PrecomputePlan &plan,
                           const RollingWindow &window, const Set &iterations) {
  const std::string &iname = plan.footprint->axes()[window.axis].iname;
  const std::string there = auxiliaryName("position");
  Set all = footprintOf(plan);
  Set before =
      movedAlong(all, window.loop, -1)
          .rename({{iname, there}})
          .equate(there, PwAff::name(iname) + PwAff::constant(window.step))
          .project({there});
  Set lacking = all.intersect(isOld(plan, window))
                    .intersect(movedAlong(iterations, window.loop, -1))
                    .subtract(before);
  if (!lacking.isEmpty())
    plan.refuse("an iteration of '" + window.loop +
                "' uses values from the middle of the rolling window that the "
                "iteration before it has not; keep the whole box "
                "(fetch_bounding_box=True), or select fewer uses (within)");
}

RollingWindow loopyc::findRollingWindow(const PrecomputePlan &plan) {
  RollingWindow window;
  window.loop = plan.rolling;
  requireSameValues(plan, window.loop);
  window.axis = movingAxis(plan, window.loop);
  const FootprintAxis &axis = plan.footprint->axes()[window.axis];
  Set iterations = iterationsOf(plan);
  requireNoGaps(plan, iterations, window.loop, "a rolling window");
  window.step = stepOf(plan, window.loop, window.axis, iterations);
  auto length = asInteger(fold(axis.extent));
  if (!length)
    plan.refuse("a rolling window must have a constant length, but '" +
                axis.iname + "' has " + axis.extent.str() + " values");
  window.length = *length;
  if (std::abs(window.step) >= window.length)
    plan.refuse("iterations of '" + window.loop +
                "' that follow each other have no value in common along '" +
                axis.iname + "' (" + std::to_string(window.length) +
                " values, moved by " + std::to_string(window.step) +
                "), so there is nothing that a rolling window could keep");
  window.slots =
      window.length + std::abs(window.step) * plan.options.lookahead;
  requireOldOnes(plan, window, iterations);
  return window;
}

Set loopyc::computedOnce(const PrecomputePlan &plan) {
  const RollingWindow &window = *plan.window;
  return footprintOf(plan).intersect(
      isNew(plan, window).unite(firstOf(iterationsOf(plan), window.loop)));
}

Kernel loopyc::withRollingWindow(const PrecomputePlan &plan, Kernel kernel,
                                 const std::string &computation) {
  if (!plan.window)
    return kernel;
  const RollingWindow &window = *plan.window;
  const std::string &moving = plan.footprint->axes()[window.axis].iname;
  auto at = std::find_if(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->id == computation; });
  size_t index = at - kernel.instructions.begin();
  auto part = [&](const Set &domain, const Set &which) {
    const poly::Names dims = domain.dims();
    return std::count(dims.begin(), dims.end(), moving)
               ? domain.flat().intersect(which).coalesce().withDims(dims)
               : domain;
  };
  std::vector<Set> old;
  for (const Set &domain : plan.footprint->domains())
    old.push_back(part(domain, isOld(plan, window)));
  InstructionPtr first = inOwnLoops(
      plan, kernel, **at, window.loop,
      firstOf(DomainIndex(kernel).instances(plan.outer).flat(), window.loop),
      old);
  for (const Set &domain : plan.footprint->domains()) {
    Set &own = kernel.domains[kernel.domainOf(domain.dims().front())];
    own = part(domain, isNew(plan, window));
  }
  kernel.instructions.insert(kernel.instructions.begin() + index,
                             std::move(first));
  return kernel;
}
