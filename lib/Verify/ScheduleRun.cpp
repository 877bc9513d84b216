#include "loopyc/Verify/ScheduleRun.h"

#include "Device.h"
#include "ScheduleCode.h"
#include "Transfer.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace loopyc;
using namespace loopyc::verify;

namespace {

// A work-item on its way through its list.
struct Item {
  const EventList *events = nullptr;
  size_t next = 0;
  bool waits = false; // at the barrier events[next]
  int64_t place = 0;

  bool atEnd() const { return next == events->size(); }
};

// When instances ran: several times where work-items repeat them.
using Moments = std::vector<std::vector<Moment>>; // by instance

class Launch {
public:
  Launch(ScheduleCode &schedule, const ScheduledKernel &scheduled,
         const InstanceTable &table, const Grid &grid,
         std::vector<int64_t> names, Device &device, Interleaving how,
         bool checks)
      : schedule(schedule), scheduled(scheduled), table(table), grid(grid),
        names(std::move(names)), device(device), how(how), checks(checks),
        moments(checks ? table.trace.instances.size() : 0) {}

  void run(const std::vector<EventList> &events) {
    for (int64_t group : groupOrder())
      runGroup(group, events);
    if (checks) {
      checkCounts();
      checkOrder();
    }
  }

private:
  std::vector<int64_t> groupOrder() {
    std::vector<int64_t> order(grid.groups);
    std::iota(order.begin(), order.end(), 0);
    if (how == Interleaving::LastAhead)
      std::reverse(order.begin(), order.end());
    if (how == Interleaving::Random)
      std::shuffle(order.begin(), order.end(), random);
    return order;
  }

  void runGroup(int64_t group, const std::vector<EventList> &events) {
    device.beginGroup();
    items.assign(grid.items, {});
    for (int64_t i = 0; i < grid.items; ++i)
      items[i].events = &events[group * grid.items + i];
    now = Moment();
    now.group = group;
    do {
      runToBarrier();
    } while (passBarrier());
  }

  // Each work-item goes on until it waits or is done.
  void runToBarrier() {
    std::vector<int64_t> running;
    for (int64_t i = 0; i < grid.items; ++i)
      if (!items[i].atEnd())
        running.push_back(i);
    if (how == Interleaving::LastAhead)
      std::reverse(running.begin(), running.end());
    size_t turn = 0;
    while (!running.empty()) {
      if (how == Interleaving::Random)
        turn = random() % running.size();
      step(running[turn]);
      const Item &item = items[running[turn]];
      bool stopped = item.atEnd() || item.waits;
      if (stopped)
        running.erase(running.begin() + turn);
      else if (how == Interleaving::RoundRobin)
        ++turn;
      if (turn >= running.size())
        turn = 0;
    }
  }

  // One instance, or a barrier that it stops at.
  void step(int64_t index) {
    Item &item = items[index];
    EventList::Event event = (*item.events)[item.next];
    const Step &step = schedule.steps()[event.statement];
    setPoint(*step.domain, event.point, names);
    now.item = now.group * grid.items + index;
    now.place = item.place++;
    device.begin(now, index);
    try {
      bool inside =
          step.domain->data.empty() || isInside(*step.domain, names, device);
      item.waits = inside && step.barrier;
      if (inside && !step.barrier) {
        requireFacts();
        runInstance(step);
      }
    } catch (const Fault &fault) {
      throw RunError(describe(step) + " " + fault.what(),
                     step.barrier ? SourceRange() : step.statement.insn->range);
    }
    if (!item.waits)
      ++item.next;
  }

  // Facts on what the kernel computes; while it has not, they say nothing.
  void requireFacts() {
    const Domain &facts = schedule.facts();
    for (int variable : facts.data)
      if (!device.load(variable, {}).isDefined())
        return;
    if (!facts.data.empty() && !isInside(facts, names, device))
      throw Fault("runs where the facts that the code is simplified by do not "
                  "hold: " +
                  scheduled.context.str());
  }

  std::vector<int64_t> coordinates(const Step &step) {
    return evaluateAll(step.statement.coordinates, names, device);
  }

  std::string describe(const Step &step) {
    if (step.barrier)
      return "the barrier '" + step.barrier->reason + "'";
    std::vector<int64_t> inames = coordinates(step);
    std::string values;
    for (size_t i = 0; i < inames.size(); ++i)
      values += (values.empty() ? " (" : ", ") +
                step.statement.insn->inames[i] + " = " +
                std::to_string(inames[i]);
    return "'" + step.statement.insn->id + "'" + values +
           (values.empty() ? "" : ")");
  }

  void runInstance(const Step &step) {
    InstanceId instance =
        table.find(step.statement.insn->id, coordinates(step));
    if (instance >= 0)
      device.beginInstance(instance, step.statement);
    else if (!guardsHold(step))
      return;
    else
      throw Fault("runs, but is no instance of the kernel");
    if (!execute(step.statement, names, device) || !checks)
      return;
    moments[instance].push_back(now);
  }

  bool guardsHold(const Step &step) {
    for (const Code &guard : step.statement.guards)
      if (Value value = evaluate(guard, names, device);
          !value.isDefined() || !value.re)
        return false;
    return true;
  }

  // All work-items of the group must wait at the same barrier, or none.
  bool passBarrier() {
    auto waits = [](const Item &item) { return item.waits; };
    auto first = std::find_if(items.begin(), items.end(), waits);
    if (first == items.end())
      return false;
    const BarrierPoint *barrier = barrierOf(*first);
    for (const Item &item : items)
      if (!item.waits || barrierOf(item) != barrier ||
          item.events->time(item.next) != first->events->time(first->next))
        throw RunError("work-item " + std::to_string(first - items.begin()) +
                           " of group " + std::to_string(now.group) +
                           " reaches the barrier '" + barrier->reason +
                           "', but work-item " +
                           std::to_string(&item - items.data()) + " does not",
                       scheduled.kernel.range);
    now.localEpoch += barrier->localMemory;
    now.globalEpoch += barrier->globalMemory;
    for (Item &item : items) {
      item.waits = false;
      ++item.next;
    }
    return true;
  }

  const BarrierPoint *barrierOf(const Item &item) const {
    return schedule.steps()[(*item.events)[item.next].statement].barrier;
  }

  // --- afterwards

  // What writes private memory, or nothing, may be repeated by work-items.
  bool isRepeatable(InstanceId instance) const {
    return writesOnly(instance, {AddressSpace::Private});
  }

  // What writes local memory, too, by groups.
  bool repeatsLocal(InstanceId instance) const {
    return !isRepeatable(instance) &&
           writesOnly(instance, {AddressSpace::Private, AddressSpace::Local});
  }

  bool writesOnly(InstanceId instance,
                  const std::set<AddressSpace> &spaces) const {
    std::vector<std::string> names =
        table.instruction(instance).assigneeNames();
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string &name) {
                         VariablePtr var = scheduled.kernel.findVariable(name);
                         return var && spaces.count(var->space) > 0;
                       });
  }

  [[noreturn]] void fail(InstanceId instance, const std::string &what) const {
    throw RunError(table.str(instance) + " " + what,
                   table.instruction(instance).range);
  }

  void checkCounts() const {
    for (size_t i = 0; i < moments.size(); ++i) {
      InstanceId instance = static_cast<InstanceId>(i);
      bool may = isRepeatable(instance) || repeatsLocal(instance);
      // Where no work-item is there to read it, it need not run.
      if (moments[i].empty() && !may)
        fail(instance, "never runs on the device");
      if (moments[i].size() <= 1)
        continue;
      // A work-item runs it once; groups may repeat it for their own memory.
      std::set<int64_t> owners;
      for (const Moment &moment : moments[i])
        owners.insert(repeatsLocal(instance) ? moment.group : moment.item);
      if (!may || owners.size() < moments[i].size())
        fail(instance, "runs " + std::to_string(moments[i].size()) +
                           " times on the "
                           "device");
    }
  }

  // Private and local memory, and what shares storage, is looked after by
  // comparing which values are read: it need not keep the kernel's order.
  bool keepsOrder(const Variable &var) const {
    VariablePtr placed = scheduled.kernel.findVariable(var.name);
    return placed && placed->space == AddressSpace::Global &&
           placed->baseStorage.empty() && var.visibleAxes() == var.axes.size();
  }

  void checkOrder() const {
    std::vector<bool> kept;
    for (const VariablePtr &var : table.trace.variables)
      kept.push_back(keepsOrder(*var));
    for (const Conflict &conflict : conflictsOf(table.trace))
      if (kept[conflict.variable] &&
          !table.areAsserted(conflict.source, conflict.sink))
        checkConflict(conflict);
  }

  void checkConflict(const Conflict &conflict) const {
    constexpr AddressSpace global = AddressSpace::Global;
    for (const Moment &source : moments[conflict.source])
      for (const Moment &sink : moments[conflict.sink]) {
        bool isUpdate = conflict.kind == Conflict::Kind::Update;
        bool ordered =
            source.isBefore(sink, global) ||
            (isUpdate && (sink.isBefore(source, global) ||
                          table.areAtomic(conflict.source, conflict.sink)));
        if (!ordered)
          fail(conflict.sink,
               "must run after " + table.str(conflict.source) +
                   ", which accesses the same element of '" +
                   table.trace.variables[conflict.variable]->name +
                   "', but the schedule does not see to it");
      }
  }

  ScheduleCode &schedule;
  const ScheduledKernel &scheduled;
  const InstanceTable &table;
  const Grid &grid;
  std::vector<int64_t> names;
  Device &device;
  Interleaving how;
  bool checks;
  Moments moments;
  std::vector<Item> items;
  Moment now;
  std::mt19937 random{1};
};

} // namespace

class ScheduleProgram::Impl {
public:
  Impl(const ScheduledKernel &scheduled, const ReferenceProgram &reference)
      : scheduled(scheduled), reference(reference), schedule(scheduled) {}

  void run(Contents &contents, const Trace &trace, Interleaving how,
           const RunLimits &limits);

  bool asserted = false;

private:
  BoundValues bounds();

  const ScheduledKernel &scheduled;
  const ReferenceProgram &reference;
  ScheduleCode schedule;
};

BoundValues ScheduleProgram::Impl::bounds() {
  BoundValues result;
  for (const auto &[name, values] : reference.boundValues())
    result[schedule.code().variable(name)] = values;
  return result;
}

void ScheduleProgram::Impl::run(Contents &contents, const Trace &trace,
                                Interleaving how, const RunLimits &limits) {
  const Kernel &kernel = scheduled.kernel;
  Sizes sizes = sizesFor(kernel, contents, {});
  Layouts layouts = layoutsOf(schedule.code().variables(), Addressing::Device,
                              sizes, contents.openExtent);
  std::vector<int64_t> names(schedule.code().names().size(), 0);
  for (const auto &[name, value] : sizes)
    if (int place = schedule.code().names().find(name); place >= 0)
      names[place] = value;
  Grid grid = schedule.grid(sizes);
  bool reversed = how == Interleaving::LastAhead && schedule.hasLanes();
  std::vector<EventList> events =
      schedule.events(grid, names, bounds(), limits, reversed);
  InstanceTable table(reference.kernel(), trace);
  bool checks = how == Interleaving::FirstAhead;
  Device device(schedule.code(), layouts, grid.items, table, checks);
  loadArguments(contents, {}, layouts, sizes, device.global());
  Launch(schedule, scheduled, table, grid, names, device, how, checks)
      .run(events);
  asserted = device.assertedRace;
  storeArguments(device.global(), {}, layouts, sizes, contents);
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
