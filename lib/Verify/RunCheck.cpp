#include "RunCheck.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using namespace loopyc::verify;

RunCheck::RunCheck(const ScheduledKernel &scheduled, const InstanceTable &table)
    : scheduled(scheduled), table(table),
      moments(table.trace.instances.size()) {
  for (const ScheduledKernel *launch : launchesOf(scheduled))
    for (const InstructionPtr &insn : launch->kernel.instructions)
      launches[insn->id] = launch;
}

// What writes private memory, or nothing, may be repeated by work-items.
bool RunCheck::isRepeatable(InstanceId instance) const {
  return writesOnly(instance, {AddressSpace::Private});
}

// What writes local memory, too, by groups.
bool RunCheck::repeatsLocal(InstanceId instance) const {
  return !isRepeatable(instance) &&
         writesOnly(instance, {AddressSpace::Private, AddressSpace::Local});
}

bool RunCheck::writesOnly(InstanceId instance,
                          const std::set<AddressSpace> &spaces) const {
  const Instruction &insn = table.instruction(instance);
  std::vector<std::string> names = insn.assigneeNames();
  auto launch = launches.find(insn.id);
  return std::all_of(names.begin(), names.end(), [&](const std::string &name) {
    if (launch == launches.end())
      return false;
    VariablePtr var = launch->second->kernel.findVariable(name);
    return var && spaces.count(var->space) > 0;
  });
}

void RunCheck::fail(InstanceId instance, const std::string &what) const {
  throw RunError(table.str(instance) + " " + what,
                 table.instruction(instance).range);
}

// What has no guard of its own, and is for nothing once the loop has ended
// (HostPlan looks after that).
bool RunCheck::isBehindStop(InstanceId instance) const {
  const Instruction &insn = table.instruction(instance);
  const std::vector<int64_t> &point = table.trace.instances[instance].inames;
  auto valueOf = [&](const std::string &iname) -> std::optional<int64_t> {
    auto at = std::find(insn.inames.begin(), insn.inames.end(), iname);
    if (at == insn.inames.end())
      return std::nullopt;
    return point[at - insn.inames.begin()];
  };
  return std::any_of(stops.begin(), stops.end(), [&](const Stop &stop) {
    auto value = valueOf(stop.iname);
    return value && *value > stop.last &&
           std::all_of(stop.around.begin(), stop.around.end(),
                       [&](const auto &outer) {
                         return valueOf(outer.first) == outer.second;
                       });
  });
}

void RunCheck::requireCounts() const {
  for (size_t i = 0; i < moments.size(); ++i) {
    InstanceId instance = static_cast<InstanceId>(i);
    bool may = isRepeatable(instance) || repeatsLocal(instance);
    // Where no work-item is there to read it, it need not run.
    if (moments[i].empty() && !may && !isBehindStop(instance))
      fail(instance, "never runs on the device");
    if (moments[i].size() <= 1)
      continue;
    // A work-item runs it once, in one launch; groups may repeat it for their
    // own memory.
    std::set<int64_t> owners, inLaunches;
    for (const Moment &moment : moments[i]) {
      owners.insert(repeatsLocal(instance) ? moment.group : moment.item);
      inLaunches.insert(moment.launch);
    }
    if (!may || owners.size() < moments[i].size() || inLaunches.size() > 1)
      fail(instance, "runs " + std::to_string(moments[i].size()) +
                         " times on the device");
  }
}

// Private and local memory, what shares storage, and what the device has more
// copies of, is looked after by comparing which values are read: it need not
// keep the kernel's order.
bool RunCheck::keepsOrder(const Variable &var) const {
  VariablePtr placed = scheduled.kernel.findVariable(var.name);
  return placed && placed->space == AddressSpace::Global &&
         placed->baseStorage.empty() && var.visibleAxes() == var.axes.size() &&
         placed->axes.size() == var.axes.size();
}

void RunCheck::requireOrder() const {
  std::vector<bool> kept;
  for (const VariablePtr &var : table.trace.variables)
    kept.push_back(keepsOrder(*var));
  for (const Conflict &conflict : conflictsOf(table.trace))
    if (kept[conflict.variable] &&
        !table.areAsserted(conflict.source, conflict.sink))
      requireOrder(conflict);
}

void RunCheck::requireOrder(const Conflict &conflict) const {
  constexpr AddressSpace global = AddressSpace::Global;
  for (const Moment &source : moments[conflict.source])
    for (const Moment &sink : moments[conflict.sink]) {
      bool isUpdate = conflict.kind == Conflict::Kind::Update;
      bool isPassedOn = table.isPassedOn(conflict.source, conflict.sink) &&
                        conflict.kind == Conflict::Kind::Flow &&
                        source.launch == sink.launch &&
                        source.group < sink.group;
      bool ordered =
          source.isBefore(sink, global) || isPassedOn ||
          (isUpdate && (sink.isBefore(source, global) ||
                        table.areAtomic(conflict.source, conflict.sink)));
      if (!ordered)
        fail(conflict.sink, "must run after " + table.str(conflict.source) +
                                ", which accesses the same element of '" +
                                table.trace.variables[conflict.variable]->name +
                                "', but the schedule does not see to it");
    }
}
