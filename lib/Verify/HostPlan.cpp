#include "HostPlan.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/HostStops.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;
using poly::Set;

HostPlan::HostPlan(const Kernel &whole, const std::vector<Kernel> &parts,
                   const HostCode &host)
    : whole(whole), parts(parts), host(host) {
  Known known;
  for (const VariablePtr &arg : whole.arguments)
    if (arg->isValue())
      known.insert(arg->name);
  image.kernel = whole;
  image.context = whole.assumptions.flat();
  image.body = nodes(host.steps, {}, known);
}

void HostPlan::fail(const std::string &what) const {
  throw InternalError("launches: kernel '" + whole.name + "': " + what);
}

bool HostPlan::outlives(const std::string &variable) const {
  auto isIt = [&](const VariablePtr &var) { return var->name == variable; };
  return computed.count(variable) ||
         std::any_of(host.temporaries.begin(), host.temporaries.end(), isIt) ||
         std::any_of(whole.arguments.begin(), whole.arguments.end(), isIt);
}

static ScheduleNode readBackOf(const std::string &name) {
  BarrierPoint barrier;
  barrier.reason = name;
  barrier.domain = Set::universe();
  return {barrier};
}

// `known`: the names that have a value on the host when it comes there.
std::vector<ScheduleNode> HostPlan::nodes(const std::vector<HostStep> &steps,
                                          std::vector<HostLoop> around,
                                          Known known) {
  std::vector<ScheduleNode> result;
  for (const HostStep &step : steps)
    match(
        step.value,
        [&](const LaunchStep &launch) {
          addLaunch(launch.number, around, known, result);
        },
        [&](const ReadBackStep &read) {
          const std::string &name = read.variable->name;
          if (!outlives(name))
            fail("the host reads '" + name +
                 "' back, which does not outlive a launch");
          known.insert(name);
          result.push_back(readBackOf(name));
        },
        [&](const ComputeStep &step) {
          if (!around.empty())
            fail("the host computes '" + step.variable->name + "' in a loop");
          addComputed(step, known, result);
        },
        [&](const HostCondition &condition) {
          requireGuards(condition, known);
          for (ScheduleNode &node : nodes(condition.body, around, known))
            result.push_back(std::move(node));
        },
        [&](const HostLoop &loop) {
          result.push_back(loopNode(loop, around, known));
        });
  return result;
}

void HostPlan::addComputed(const ComputeStep &step, Known &known,
                           std::vector<ScheduleNode> &out) {
  const std::string &name = step.variable->name;
  const InstructionPtr *insn = whole.findInstruction(step.instruction->id);
  if (!insn || !(*insn)->assigns(name) || !(*insn)->inames.empty() ||
      !(*insn)->predicates.empty() ||
      !(*insn)->values().front().same(step.value()))
    fail("the host computes '" + name + "', which the kernel does not so");
  std::set<std::string> names, arrays;
  collectNames(step.value(), names, arrays);
  for (const std::string &mentioned : names)
    if (!known.count(mentioned) || !arrays.empty())
      fail("the host computes '" + name + "' from '" + mentioned +
           "', which it does not know there");
  Kernel alone = whole;
  alone.instructions = {*insn};
  alone.domains.clear();
  alone.temporaries.clear();
  Variable outside = *step.variable;
  outside.kind = VariableKind::ArrayArg;
  outside.space = AddressSpace::Global;
  alone.arguments.push_back(
      std::make_shared<const Variable>(std::move(outside)));
  computations.push_back(std::move(alone));
  computed.insert(name);

  LaunchPlace place;
  place.part = &computations.back();
  place.iterations = Set::universe();
  StatementRun run;
  run.domain = Set::universe();
  run.instructions = {*insn};
  out.push_back({std::move(run)});
  launchOfRun.push_back(static_cast<int>(places.size()));
  places.push_back(std::move(place));
  out.push_back(readBackOf(name));
  known.insert(name);
}

ScheduleNode HostPlan::loopNode(const HostLoop &loop,
                                std::vector<HostLoop> around, Known known) {
  if (known.count(loop.iname))
    fail("the host's loop over '" + loop.iname + "' stands in another one");
  known.insert(loop.iname);
  for (const std::string &name : loop.range.names())
    if (loop.range.involves(name) && !known.count(name))
      fail("the host's loop over '" + loop.iname + "' needs '" + name +
           "', which the host does not know there");
  around.push_back({loop.iname, loop.range, {}});
  if (const HostCondition *stop = stopOf(loop))
    stops[stop] = loop.iname;
  ScheduleLoop made;
  made.iname = loop.iname;
  made.body = nodes(loop.body, around, known);
  return {std::move(made)};
}

// Does it assign temporaries that nothing outside of the loop mentions?
bool HostPlan::staysInside(const Instruction &insn,
                           const std::string &iname) const {
  for (const std::string &name : insn.assigneeNames()) {
    VariablePtr var = whole.findVariable(name);
    if (!var || !var->isTemporary())
      return false;
    for (const InstructionPtr &other : whole.instructions) {
      std::set<std::string> names;
      for (const std::vector<Expr> &list :
           {other->assignees(), other->reads(), other->predicates})
        for (const Expr &e : list)
          collectNames(e, names, names);
      if (names.count(name) && !other->within(iname))
        return false;
    }
  }
  return true;
}

// Where the condition does not hold, no instruction inside does anything: it is
// known, and one of the guards of each; or the loop ends there, and what some
// have no guard for is the loop's own.
void HostPlan::requireGuards(const HostCondition &condition,
                             const Known &known) const {
  for (const Predicate &predicate : condition.conditions) {
    std::set<std::string> names, arrays;
    collectNames(predicate, names, arrays);
    names.insert(arrays.begin(), arrays.end());
    for (const std::string &name : names)
      if (!known.count(name))
        fail("a condition of the host needs '" + name +
             "', which the host does not know there");
    auto stop = stops.find(&condition);
    forEachStep<LaunchStep>(condition.body, [&](const LaunchStep &launch) {
      for (const InstructionPtr &insn : parts.at(launch.number).instructions)
        if (!insn->assignees().empty() &&
            !(stop != stops.end() && staysInside(*insn, stop->second)) &&
            std::find(insn->predicates.begin(), insn->predicates.end(),
                      predicate) == insn->predicates.end())
          fail("'" + insn->id + "' is launched under a condition that is none "
               "of its own: " + predicate.str());
    });
  }
}

// What it takes has a value, or memory.
void HostPlan::requireArguments(const Kernel &part, const Known &known) const {
  for (const VariablePtr &arg : part.arguments)
    if (arg->isValue() ? !known.count(arg->name) : !outlives(arg->name))
      fail("'" + part.name + "' takes '" + arg->name +
           "', which the host does not have there");
}

void HostPlan::addLaunch(int number, const std::vector<HostLoop> &around,
                         const Known &known, std::vector<ScheduleNode> &out) {
  if (number < 0 || number >= static_cast<int>(parts.size()))
    fail("the host launches a kernel that there is not");
  LaunchPlace place;
  place.part = &parts[number];
  place.loops = around;
  place.iterations = Set::universe();
  for (const HostLoop &loop : around)
    place.iterations = place.iterations.intersect(loop.range.flat());
  requireArguments(*place.part, known);

  DomainIndex index(*place.part);
  const std::vector<std::string> *inames = nullptr;
  for (const InstructionPtr &insn : place.part->instructions) {
    if (insn->assignees().empty())
      continue;
    const InstructionPtr *inWhole = whole.findInstruction(insn->id);
    if (!inWhole)
      fail("'" + insn->id + "' of '" + place.part->name +
           "' is none of its instructions");
    if (!inames || *inames != insn->inames) {
      StatementRun run;
      run.domain =
          index.instances(insn->inames).flat().intersect(place.iterations);
      out.push_back({std::move(run)});
      launchOfRun.push_back(static_cast<int>(places.size()));
    }
    inames = &insn->inames;
    std::get<StatementRun>(out.back().value).instructions.push_back(*inWhole);
  }
  places.push_back(std::move(place));
}
