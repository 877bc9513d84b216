#include "Lookahead.h"

#include "Iterations.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <memory>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

std::string loopyc::lookaheadLoop(const PrecomputePlan &plan) {
  const int64_t ahead = plan.options.lookahead;
  if (ahead == 0 && plan.options.lookaheadIname.empty())
    return "";
  if (ahead < 1 || ahead > mostLookahead)
    plan.refuse("lookahead is " + std::to_string(ahead) +
                ", but must be a number of iterations from 1 to " +
                std::to_string(mostLookahead));
  if (!plan.options.precomputeInames.empty())
    plan.refuse("lookahead makes inames of its own; do not give "
                "precompute_inames");
  return loopToFollow(plan,
                      plan.options.lookaheadIname.empty()
                          ? plan.options.rolling
                          : plan.options.lookaheadIname,
                      "lookahead", "lookahead_iname");
}

namespace {

class Pipeliner {
public:
  Pipeliner(const PrecomputePlan &plan, Kernel kernel)
      : plan(plan), kernel(std::move(kernel)), loop(plan.ahead),
        steps(plan.options.lookahead) {}

  Kernel run(const std::string &computation);

private:
  Set moved(const Set &set, int64_t by) const {
    return movedAlong(set, loop, by);
  }
  std::vector<Set> axes() const;
  InstructionPtr others(const Instruction &insn);

  const PrecomputePlan &plan;
  Kernel kernel;
  const std::string loop;
  const int64_t steps;
  Set iterations; // flat: of the loops that the computation stands in
};

} // namespace

// Of what an iteration computes: in a rolling window, that is a part only.
std::vector<Set> Pipeliner::axes() const {
  std::vector<Set> result;
  for (const Set &domain : plan.footprint->domains())
    result.push_back(kernel.domains[kernel.domainOf(domain.dims().front())]);
  return result;
}

// The others, each in the iteration that is so much earlier.
InstructionPtr Pipeliner::others(const Instruction &insn) {
  Set later =
      moved(iterations, steps).gist(iterations.intersect(kernel.assumptions));
  bool isSaid = false; // by the domain of an axis
  for (const Set &domain : axes()) {
    Set &own = kernel.domains[kernel.domainOf(domain.dims().front())];
    own = moved(domain, steps);
    if (!isSaid)
      own = own.intersect(later);
    isSaid = true;
    own = own.coalesce().dropUnusedParams().withDims(domain.dims());
  }
  const Substitution by = {{loop, Expr::var(loop) + steps}};
  auto result = std::make_shared<Instruction>(*mapExprs(
      std::make_shared<const Instruction>(insn),
      [&](const Expr &e) { return substitute(e, by); }, true));
  if (!isSaid)
    result->predicates.push_back(
        fromCondition(later, iterations.intersect(kernel.assumptions)));
  return result;
}

Kernel Pipeliner::run(const std::string &computation) {
  iterations = DomainIndex(kernel).instances(plan.outer).flat();
  requireNoGaps(plan, iterations, loop, "lookahead");
  auto at = std::find_if(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->id == computation; });
  const InstructionPtr whole = *at;
  size_t index = at - kernel.instructions.begin();
  // Values that no iteration comes early enough for.
  InstructionPtr first =
      inOwnLoops(plan, kernel, *whole, loop,
                 iterations.subtract(moved(iterations, -steps)), axes());
  kernel.instructions[index] = others(*whole);
  kernel.instructions.insert(kernel.instructions.begin() + index,
                             std::move(first));
  return std::move(kernel);
}

Kernel loopyc::withLookahead(const PrecomputePlan &plan, Kernel kernel,
                             const std::string &computation) {
  if (plan.ahead.empty())
    return kernel;
  return Pipeliner(plan, std::move(kernel)).run(computation);
}
