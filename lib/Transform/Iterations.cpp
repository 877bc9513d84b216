#include "Iterations.h"

#include "InameMap.h"
#include "Names.h"
#include "loopyc/IR/DomainIndex.h"

#include <algorithm>
#include <memory>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

static bool isSequential(const Kernel &kernel, const std::string &iname) {
  return kernel.tagOf(iname).nesting() == LoopNesting::Loop;
}

std::string loopyc::loopToFollow(const PrecomputePlan &plan,
                                 const std::string &given,
                                 const std::string &what,
                                 const std::string &parameter) {
  std::vector<std::string> loops;
  for (const std::string &iname : plan.outer)
    if (isSequential(plan.kernel, iname))
      loops.push_back(iname);
  if (!given.empty()) {
    std::string iname = resolveIname(plan.kernel, given, plan.options.caller);
    if (std::find(plan.outer.begin(), plan.outer.end(), iname) ==
        plan.outer.end())
      plan.refuse("the values are not computed anew in each iteration of '" +
                  iname + "' (" + parameter + ")" +
                  (loops.empty() ? "" : "; they are, of " + listed(loops)));
    if (!isSequential(plan.kernel, iname))
      plan.refuse("'" + iname + "' (" + parameter + ") is tagged '" +
                  plan.kernel.tagOf(iname).str() +
                  "', but iterations must follow each other to " +
                  (what == "lookahead" ? "look ahead" : "pass values on"));
    return iname;
  }
  if (loops.empty())
    plan.refuse(what + " wants a sequential loop in whose iterations the "
                       "values are computed, but there is none");
  if (loops.size() > 1)
    plan.refuse(what + " may be along " + listed(loops) + "; say which by " +
                parameter);
  return loops.front();
}

Set loopyc::movedAlong(const Set &set, const std::string &loop, int64_t by) {
  const std::string there = auxiliaryName("there");
  return set.flat()
      .rename({{loop, there}})
      .equate(there, PwAff::name(loop) + PwAff::constant(by))
      .project({there});
}

void loopyc::requireNoGaps(const PrecomputePlan &plan, const Set &iterations,
                           const std::string &loop, const std::string &what) {
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
                "last; " +
                what + " wants all of them");
}

InstructionPtr loopyc::inOwnLoops(const PrecomputePlan &plan, Kernel &kernel,
                                  const Instruction &insn,
                                  const std::string &loop,
                                  const Set &iterations,
                                  const std::vector<Set> &axes) {
  const std::string first = kernel.freshName(loop + "_first");
  // What holds around the loop, whether it has an iteration or none.
  std::vector<std::string> others = plan.outer;
  others.erase(std::find(others.begin(), others.end(), loop));
  Set around = DomainIndex(kernel).instances(others).flat().intersect(
      kernel.assumptions);
  kernel.domains.push_back(iterations.rename({{loop, first}})
                               .gist(around)
                               .coalesce()
                               .dropUnusedParams()
                               .withDims({first}));
  std::map<std::string, std::string> names = {{loop, first}};
  for (const FootprintAxis &axis : plan.footprint->axes())
    names[axis.iname] = kernel.freshName(axis.iname + "_first");
  for (const Set &domain : axes) {
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
