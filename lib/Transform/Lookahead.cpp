#include "Lookahead.h"

#include "InameMap.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <memory>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static std::string listed(const std::vector<std::string> &inames) {
  std::string text;
  for (const std::string &iname : inames)
    text += (text.empty() ? "'" : ", '") + iname + "'";
  return text;
}

static bool isSequential(const Kernel &kernel, const std::string &iname) {
  return kernel.tagOf(iname).nesting() == LoopNesting::Loop;
}

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
  std::vector<std::string> loops;
  for (const std::string &iname : plan.outer)
    if (isSequential(plan.kernel, iname))
      loops.push_back(iname);
  if (!plan.options.lookaheadIname.empty()) {
    std::string iname = resolveIname(plan.kernel, plan.options.lookaheadIname,
                                     "precompute");
    if (std::find(plan.outer.begin(), plan.outer.end(), iname) ==
        plan.outer.end())
      plan.refuse("the values are not computed anew in each iteration of '" +
                  iname + "' (lookahead_iname)" +
                  (loops.empty() ? "" : "; they are, of " + listed(loops)));
    if (!isSequential(plan.kernel, iname))
      plan.refuse("'" + iname + "' (lookahead_iname) is tagged '" +
                  plan.kernel.tagOf(iname).str() +
                  "', but iterations must follow each other to look ahead");
    return iname;
  }
  if (loops.empty())
    plan.refuse("lookahead wants a sequential loop in whose iterations the "
                "values are computed, but there is none");
  if (loops.size() > 1)
    plan.refuse("lookahead may be along " + listed(loops) +
                "; say which by lookahead_iname");
  return loops.front();
}

namespace {

class Pipeliner {
public:
  Pipeliner(const PrecomputePlan &plan, Kernel kernel)
      : plan(plan), kernel(std::move(kernel)), loop(plan.ahead),
        steps(plan.options.lookahead) {}

  Kernel run(const std::string &computation);

private:
  void requireNoGaps() const;
  // { k : k + by is in the set }
  Set moved(const Set &set, int64_t by) const;
  InstructionPtr firstOnes(const Instruction &insn);
  InstructionPtr others(const Instruction &insn);

  const PrecomputePlan &plan;
  Kernel kernel;
  const std::string loop;
  const int64_t steps;
  Set iterations; // flat: of the loops that the computation stands in
};

} // namespace

Set Pipeliner::moved(const Set &set, int64_t by) const {
  const std::string there = auxiliaryName("there");
  return set.flat()
      .rename({{loop, there}})
      .equate(there, PwAff::name(loop) + PwAff::constant(by))
      .project({there});
}

// In a loop with gaps, values a number of iterations apart would share a slot.
void Pipeliner::requireNoGaps() const {
  const std::string low = auxiliaryName("low"), high = auxiliaryName("high");
  PwAff here = PwAff::name(loop);
  Set gaps = iterations.rename({{loop, low}})
                 .intersect(iterations.rename({{loop, high}}))
                 .intersect(PwAff::name(low).lt(here))
                 .intersect(here.lt(PwAff::name(high)))
                 .subtract(iterations);
  if (!gaps.isEmpty())
    plan.refuse("the loop over '" + loop +
                "' has no iteration for some values between its first and "
                "last; lookahead wants all of them");
}

// Values that no iteration comes early enough for.
InstructionPtr Pipeliner::firstOnes(const Instruction &insn) {
  const std::string first = kernel.freshName(loop + "_first");
  // What holds around the loop, whether it has an iteration or none.
  std::vector<std::string> others = plan.outer;
  others.erase(std::find(others.begin(), others.end(), loop));
  Set around = DomainIndex(kernel).instances(others).flat().intersect(
      kernel.assumptions);
  kernel.domains.push_back(iterations.subtract(moved(iterations, -steps))
                               .rename({{loop, first}})
                               .gist(around)
                               .coalesce()
                               .dropUnusedParams()
                               .withDims({first}));
  std::map<std::string, std::string> names = {{loop, first}};
  for (const FootprintAxis &axis : plan.footprint->axes())
    names[axis.iname] = kernel.freshName(axis.iname + "_first");
  for (const Set &domain : plan.footprint->domains()) {
    Names dims;
    for (const std::string &dim : domain.dims())
      dims.push_back(names.at(dim));
    kernel.domains.push_back(domain.flat().rename(names).withDims(dims));
    for (const std::string &dim : domain.dims())
      setInameTag(kernel, names.at(dim), kernel.tagOf(dim));
  }
  Substitution by;
  for (const auto &[old, name] : names)
    by[old] = Expr::var(name);
  auto result = std::make_shared<Instruction>(*mapExprs(
      std::make_shared<const Instruction>(insn),
      [&](const Expr &e) { return substitute(e, by); }, true));
  for (std::string &iname : result->inames)
    if (auto name = names.find(iname); name != names.end())
      iname = name->second;
  result->id = kernel.freshInstructionId(insn.id + "_first");
  return result;
}

// The others, each in the iteration that is so much earlier.
InstructionPtr Pipeliner::others(const Instruction &insn) {
  Set later = moved(iterations, steps)
                  .gist(iterations.intersect(kernel.assumptions));
  bool isSaid = false; // by the domain of an axis
  for (const Set &domain : plan.footprint->domains()) {
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
  requireNoGaps();
  auto at = std::find_if(
      kernel.instructions.begin(), kernel.instructions.end(),
      [&](const InstructionPtr &insn) { return insn->id == computation; });
  const InstructionPtr whole = *at;
  size_t index = at - kernel.instructions.begin();
  InstructionPtr first = firstOnes(*whole);
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
