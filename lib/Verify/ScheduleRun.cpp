#include "loopyc/Verify/ScheduleRun.h"

#include "Code.h"
#include "LaunchRun.h"
#include "Transfer.h"
#include "loopyc/IR/HostStops.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

namespace {

// A launch's kernel, ready to be run.
struct LaunchCode {
  LaunchCode(const ScheduledKernel &scheduled, const Kernel &whole)
      : scheduled(scheduled), code(scheduled, whole) {}
  const ScheduledKernel &scheduled;
  ScheduleCode code;
};

using LaunchCodes = std::vector<std::unique_ptr<LaunchCode>>;

// What the host does in one call: it knows sizes, its loops' inames and what it
// read back, and the arrays that outlive a launch.
class HostRun {
public:
  HostRun(const std::vector<VariablePtr> &variables, const LaunchCodes &codes,
          const ReferenceProgram &reference, const InstanceTable &table,
          const Contents &contents, Sizes sizes, Interleaving how,
          const RunLimits &limits, RunCheck *check)
      : codes(codes), reference(reference), table(table), how(how),
        limits(limits), check(check), known(std::move(sizes)),
        openExtent(contents.openExtent),
        layouts(layoutsOf(variables, Addressing::Device, known, openExtent)),
        memory(layouts, {AddressSpace::Global, AddressSpace::Constant}) {
    loadArguments(contents, {}, layouts, known, memory);
    loadTables(layouts, memory);
  }

  void run(const std::vector<HostStep> &steps) {
    for (const HostStep &step : steps)
      match(
          step.value, [&](const LaunchStep &launch) { run(launch); },
          [&](const ReadBackStep &read) { run(read); },
          [&](const ComputeStep &computed) { run(computed); },
          [&](const HostLoop &loop) { run(loop); },
          [&](const HostCondition &condition) { run(condition); });
  }
  void store(Contents &contents) {
    storeArguments(memory, {}, layouts, known, contents);
  }

  // Was there a race that the user says is none?
  bool assertedRace = false;

private:
  void run(const LaunchStep &step);
  void run(const ReadBackStep &step);
  void run(const ComputeStep &step);
  void run(const HostLoop &loop);
  void run(const HostCondition &condition);
  bool holds(const HostCondition &condition) const;
  std::vector<int64_t> valuesOf(LaunchCode &launch) const;
  BoundValues boundsFor(const KernelCode &code) const;
  int find(const std::string &name) const;
  template <typename Visit>
  void forEachShared(const Layouts &inLaunch, Visit visit) const;

  const LaunchCodes &codes;
  const ReferenceProgram &reference;
  const InstanceTable &table;
  Interleaving how;
  const RunLimits &limits;
  RunCheck *check;
  Sizes known;
  std::map<std::string, int64_t> loopsAround; // the host's, by iname
  int64_t openExtent;
  Layouts layouts;
  Memory memory;
  int64_t launched = 0;
};

} // namespace

int HostRun::find(const std::string &name) const {
  for (size_t v = 0; v < layouts.variables.size(); ++v)
    if (layouts.variables[v]->name == name)
      return static_cast<int>(v);
  return -1;
}

// Calls visit(the launch's variable, the host's) for what both have.
template <typename Visit>
void HostRun::forEachShared(const Layouts &inLaunch, Visit visit) const {
  for (size_t v = 0; v < inLaunch.variables.size(); ++v) {
    AddressSpace space = inLaunch.storages[inLaunch.list[v].storage].space;
    int own = find(inLaunch.variables[v]->name);
    if (own >= 0 && !inLaunch.variables[v]->isTemporary() &&
        (space == AddressSpace::Global || space == AddressSpace::Constant))
      visit(static_cast<int>(v), own);
  }
}

// By place.
std::vector<int64_t> HostRun::valuesOf(LaunchCode &launch) const {
  const NameTable &names = launch.code.code().names();
  std::vector<int64_t> values(names.size(), 0);
  for (const auto &[name, value] : known)
    if (int place = names.find(name); place >= 0)
      values[place] = value;
  for (const VariablePtr &arg : launch.scheduled.kernel.arguments)
    if (arg->isValue() && names.find(arg->name) >= 0 && !known.count(arg->name))
      throw RunError("'" + launch.scheduled.kernel.name + "' takes '" +
                         arg->name + "', which has no value on the host",
                     launch.scheduled.kernel.range);
  return values;
}

BoundValues HostRun::boundsFor(const KernelCode &code) const {
  BoundValues result;
  for (const auto &[name, values] : reference.boundValues())
    if (int variable = code.variable(name); variable >= 0)
      result[variable] = values;
  return result;
}

void HostRun::run(const LaunchStep &step) {
  if (step.number < 0 || step.number >= static_cast<int>(codes.size()))
    throw RunError("the host launches a kernel that there is not",
                   reference.kernel().range);
  LaunchCode &launch = *codes[step.number];
  const KernelCode &code = launch.code.code();
  Layouts own =
      layoutsOf(code.variables(), Addressing::Device, known, openExtent);
  std::vector<int64_t> names = valuesOf(launch);
  Grid grid = launch.code.grid(known);
  bool reversed = how == Interleaving::LastAhead && launch.code.hasLanes();
  std::vector<EventList> events =
      launch.code.events(grid, names, boundsFor(code), limits, reversed);
  Device device(own, grid.items, table, check);
  forEachShared(own, [&](int theirs, int ours) {
    device.global().take(theirs, memory, ours);
  });
  LaunchRun(launch.code, launch.scheduled, table, grid, std::move(names),
            device, how, launched++, check)
      .run(events);
  forEachShared(own, [&](int theirs, int ours) {
    memory.take(ours, device.global(), theirs);
  });
  assertedRace |= device.assertedRace;
}

void HostRun::run(const ReadBackStep &step) {
  const std::string &name = step.variable->name;
  int variable = find(name);
  if (variable < 0)
    throw RunError("the host reads '" + name +
                       "' back, which is not in its memory",
                   step.variable->range);
  Value value = memory.load(variable, memory.place(variable, {}));
  if (!value.isDefined())
    throw RunError("the host reads '" + name + "' back, which has no value yet",
                   step.variable->range);
  known[name] = value.re;
}

void HostRun::run(const ComputeStep &step) {
  known[step.variable->name] = evaluateSize(step.value(), known);
  InstanceId instance = table.find(step.instruction->id, {});
  if (instance >= 0 && check) {
    Moment when;
    when.launch = launched++;
    check->note(instance, when);
  }
}

// A condition on what is no size is left to the guards of the launches' own
// instructions.
bool HostRun::holds(const HostCondition &condition) const {
  for (const Predicate &predicate : condition.conditions)
    try {
      if (evaluateSize(predicate, known) == 0)
        return false;
    } catch (const Fault &) {
      continue;
    }
  return true;
}

void HostRun::run(const HostCondition &condition) {
  if (holds(condition))
    run(condition.body);
}

void HostRun::run(const HostLoop &loop) {
  poly::Names fixed;
  std::vector<int64_t> values;
  for (const std::string &name : loop.range.dropUnusedParams().names()) {
    if (name == loop.iname)
      continue;
    auto value = known.find(name);
    if (value == known.end())
      throw RunError("the host's loop over '" + loop.iname + "' needs '" +
                         name + "', which has no value on the host",
                     reference.kernel().range);
    fixed.push_back(name);
    values.push_back(value->second);
  }
  std::vector<int64_t> iterations;
  std::vector<Range> first;
  if (reference.isEndless(loop.iname))
    first.push_back({0, limits.endless - 1});
  Scanner(loop.range.flat(), fixed, {loop.iname})
      .scan(values, first, [&](const int64_t *point) {
        if (static_cast<int64_t>(iterations.size()) >= limits.instances)
          throw TooLarge("more than " + std::to_string(limits.instances) +
                         " iterations on the host");
        iterations.push_back(point[fixed.size()]);
      });
  const std::map<std::string, int64_t> around = loopsAround;
  for (int64_t value : iterations) {
    known[loop.iname] = loopsAround[loop.iname] = value;
    run(loop.body);
    if (const HostCondition *stop = stopOf(loop); stop && !holds(*stop)) {
      if (check)
        check->noteStop(loop.iname, value - 1, around);
      break;
    }
  }
  known.erase(loop.iname);
  loopsAround = around;
}

class ScheduleProgram::Impl {
public:
  Impl(const ScheduledKernel &scheduled, const ReferenceProgram &reference)
      : scheduled(scheduled), reference(reference),
        variables(KernelCode(scheduled.kernel).variables()) {
    for (const ScheduledKernel *launch : launchesOf(scheduled))
      codes.push_back(
          std::make_unique<LaunchCode>(*launch, reference.kernel()));
    steps = {{LaunchStep{0}}};
    if (scheduled.launches)
      steps = scheduled.launches->host.steps;
  }

  void run(Contents &contents, const Trace &trace, Interleaving how,
           const RunLimits &limits);

  bool asserted = false;

private:
  const ScheduledKernel &scheduled;
  const ReferenceProgram &reference;
  std::vector<VariablePtr> variables; // of the host
  std::vector<HostStep> steps;
  LaunchCodes codes;
};

void ScheduleProgram::Impl::run(Contents &contents, const Trace &trace,
                                Interleaving how, const RunLimits &limits) {
  InstanceTable table(reference.kernel(), trace);
  RunLimits within = limits;
  within.endless = reference.endlessIterations();
  RunCheck check(scheduled, table);
  bool checks = how == Interleaving::FirstAhead;
  HostRun host(variables, codes, reference, table, contents,
               sizesFor(scheduled.kernel, contents, {}), how, within,
               checks ? &check : nullptr);
  host.run(steps);
  if (checks) {
    check.requireCounts();
    check.requireOrder();
  }
  asserted = host.assertedRace;
  host.store(contents);
}

ScheduleProgram::ScheduleProgram(const ScheduledKernel &scheduled,
                                 const ReferenceProgram &reference)
    : impl(std::make_unique<Impl>(scheduled, reference)) {}
ScheduleProgram::~ScheduleProgram() = default;

void ScheduleProgram::run(Contents &contents, const Trace &trace,
                          Interleaving how, const RunLimits &limits) const {
  try {
    impl->run(contents, trace, how, limits);
  } catch (const Fault &fault) {
    throw RunError(std::string("the layout ") + fault.what(), SourceRange());
  }
}

bool ScheduleProgram::reliesOnAssertion() const { return impl->asserted; }
