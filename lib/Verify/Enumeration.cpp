#include "loopyc/Verify/Enumeration.h"

#include "Device.h"
#include "ScheduleCode.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

namespace {

// One element's accesses by one instance.
struct Touching {
  InstanceId instance = -1;
  bool write = false;
  int update = 0; // the operation, if all that it does is an update
};

class Unreadable : public Elements {
  Value load(int, const std::vector<int64_t> &) override {
    throw NoVerdict("data decide what runs");
  }
};

class Enumeration {
public:
  Enumeration(const ScheduledKernel &scheduled, const Kernel &kernel,
              const Trace &trace, const Sizes &sizes)
      : scheduled(scheduled), trace(trace), table(kernel, trace),
        schedule(scheduled, kernel), moments(trace.instances.size()) {
    findMoments(sizes);
  }

  EnumeratedPairs run() {
    std::map<std::pair<int, int64_t>, std::vector<Touching>> elements;
    for (const ElementAccess &access : trace.accesses)
      note(elements[{access.variable, access.element}], access);
    for (const auto &[element, list] : elements)
      for (size_t j = 1; j < list.size(); ++j)
        for (size_t i = 0; i < j; ++i)
          if (list[i].write || list[j].write)
            examine(*trace.variables[element.first], list[i], list[j]);
    return std::move(result);
  }

private:
  static void note(std::vector<Touching> &list, const ElementAccess &access) {
    if (list.empty() || list.back().instance != access.instance)
      list.push_back({access.instance, false, access.update});
    Touching &last = list.back();
    last.write |= access.write;
    if (last.update != access.update)
      last.update = 0;
  }

  // Who comes where, and after how many barriers.
  void findMoments(const Sizes &sizes) {
    std::vector<int64_t> names(schedule.code().names().size(), 0);
    for (const auto &[name, value] : sizes)
      if (int place = schedule.code().names().find(name); place >= 0)
        names[place] = value;
    Grid grid = schedule.grid(sizes);
    std::vector<EventList> lists =
        schedule.events(grid, names, {}, RunLimits(), false);
    for (size_t item = 0; item < lists.size(); ++item) {
      Moment now;
      now.group = static_cast<int64_t>(item) / grid.items;
      now.item = static_cast<int64_t>(item);
      for (size_t e = 0; e < lists[item].size(); ++e)
        come(lists[item][e], names, now);
    }
  }

  void come(EventList::Event event, std::vector<int64_t> &names, Moment &now) {
    const Step &step = schedule.steps()[event.statement];
    if (!step.domain->data.empty())
      throw NoVerdict("data decide what runs");
    if (step.barrier) {
      now.localEpoch += step.barrier->localMemory;
      now.globalEpoch += step.barrier->globalMemory;
      return;
    }
    setPoint(*step.domain, event.point, names);
    Unreadable memory;
    InstanceId instance =
        table.find(step.statement.insn->id,
                   evaluateAll(step.statement.coordinates, names, memory));
    ++now.place;
    if (instance >= 0)
      moments[instance].push_back(now);
  }

  void examine(const Variable &var, const Touching &source,
               const Touching &sink) {
    if (table.areAsserted(source.instance, sink.instance))
      return;
    VariablePtr placed = scheduled.kernel.findVariable(var.name);
    AddressSpace space = placed->space;
    bool exchange = source.update && source.update == sink.update;
    for (const Moment &x : moments[source.instance])
      for (const Moment &y : moments[sink.instance]) {
        bool owns = space == AddressSpace::Private ? x.item == y.item
                    : space == AddressSpace::Local ? x.group == y.group
                                                   : true;
        if (!owns)
          continue;
        ++result.count;
        bool kept =
            x.isBefore(y, space) ||
            (exchange && (y.isBefore(x, space) ||
                          table.areAtomic(source.instance, sink.instance)));
        if (!kept && result.wrong.empty())
          result.wrong = table.str(source.instance) + " and " +
                         table.str(sink.instance) + " access '" + var.name +
                         "' out of order";
      }
  }

  const ScheduledKernel &scheduled;
  const Trace &trace;
  InstanceTable table;
  ScheduleCode schedule;
  std::vector<std::vector<Moment>> moments; // by instance
  EnumeratedPairs result;
};

} // namespace

EnumeratedPairs
verify::enumeratePairs(const ScheduledKernel &scheduled, const Kernel &kernel,
                       const Trace &trace,
                       const std::map<std::string, int64_t> &sizes) {
  return Enumeration(scheduled, kernel, trace, sizes).run();
}
