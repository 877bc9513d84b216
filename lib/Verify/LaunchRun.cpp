#include "LaunchRun.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

using namespace loopyc;
using namespace loopyc::verify;

void LaunchRun::run(const std::vector<EventList> &events) {
  for (int64_t group : groupOrder())
    runGroup(group, events);
}

std::vector<int64_t> LaunchRun::groupOrder() {
  std::vector<int64_t> order(grid.groups);
  std::iota(order.begin(), order.end(), 0);
  // Groups that wait for others are numbered as they begin.
  if (llvm::any_of(scheduled.kernel.instructions,
                   [](const InstructionPtr &i) { return i->looksBack(); }))
    return order;
  if (how == Interleaving::LastAhead)
    std::reverse(order.begin(), order.end());
  if (how == Interleaving::Random)
    std::shuffle(order.begin(), order.end(), random);
  return order;
}

void LaunchRun::runGroup(int64_t group, const std::vector<EventList> &events) {
  device.beginGroup();
  items.assign(grid.items, {});
  for (int64_t i = 0; i < grid.items; ++i)
    items[i].events = &events[group * grid.items + i];
  now = Moment();
  now.launch = number;
  now.group = group;
  do {
    runToBarrier();
  } while (passBarrier());
}

// Each work-item goes on until it waits or is done.
void LaunchRun::runToBarrier() {
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
void LaunchRun::step(int64_t index) {
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
void LaunchRun::requireFacts() {
  const Domain &facts = schedule.facts();
  for (int variable : facts.data)
    if (!device.load(variable, {}).isDefined())
      return;
  if (!facts.data.empty() && !isInside(facts, names, device))
    throw Fault("runs where the facts that the code is simplified by do not "
                "hold: " +
                scheduled.context.str());
}

std::vector<int64_t> LaunchRun::coordinates(const Step &step) {
  return evaluateAll(step.statement.coordinates, names, device);
}

std::string LaunchRun::describe(const Step &step) {
  if (step.barrier)
    return "the barrier '" + step.barrier->reason + "'";
  std::vector<int64_t> inames = coordinates(step);
  std::string values;
  for (size_t i = 0; i < inames.size(); ++i)
    values += (values.empty() ? " (" : ", ") + step.inames[i] + " = " +
              std::to_string(inames[i]);
  return "'" + step.statement.insn->id + "'" + values +
         (values.empty() ? "" : ")");
}

void LaunchRun::runInstance(const Step &step) {
  InstanceId instance = table.find(step.statement.insn->id, coordinates(step));
  if (instance >= 0)
    device.beginInstance(instance, step.statement);
  else if (!guardsHold(step))
    return;
  else
    throw Fault("runs, but is no instance of the kernel");
  if (execute(step.statement, names, device) && check)
    check->note(instance, now);
}

bool LaunchRun::guardsHold(const Step &step) {
  for (const Code &guard : step.statement.guards)
    if (Value value = evaluate(guard, names, device);
        !value.isDefined() || !value.re)
      return false;
  return true;
}

// All work-items of the group must wait at the same barrier, or none.
bool LaunchRun::passBarrier() {
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

const BarrierPoint *LaunchRun::barrierOf(const Item &item) const {
  return schedule.steps()[(*item.events)[item.next].statement].barrier;
}
