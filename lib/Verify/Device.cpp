#include "Device.h"

#include "Transfer.h"
#include "loopyc/IR/NoSync.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

// --- instances

size_t
InstanceTable::Hash::operator()(const std::vector<int64_t> &values) const {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int64_t value : values)
    hash = (hash ^ static_cast<uint64_t>(value)) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 32);
}

InstanceTable::InstanceTable(const Kernel &kernel, const Trace &trace)
    : kernel(kernel), trace(trace), points(kernel.instructions.size()),
      first(trace.instances.size() + 1, trace.accesses.size()),
      updates(trace.instances.size()) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    byId[kernel.instructions[i]->id] = static_cast<int>(i);
  for (size_t i = 0; i < trace.instances.size(); ++i)
    points[trace.instances[i].instruction][trace.instances[i].inames] =
        static_cast<InstanceId>(i);
  for (size_t a = trace.accesses.size(); a-- > 0;) {
    first[trace.accesses[a].instance] = a;
    if (trace.accesses[a].write)
      updates[trace.accesses[a].instance] = trace.accesses[a].update;
  }
}

InstanceId InstanceTable::find(const std::string &id,
                               const std::vector<int64_t> &inames) const {
  auto instruction = byId.find(id);
  if (instruction == byId.end())
    return -1;
  auto known = points[instruction->second].find(inames);
  return known == points[instruction->second].end() ? -1 : known->second;
}

const Instruction &InstanceTable::instruction(InstanceId instance) const {
  return *kernel.instructions[trace.instances[instance].instruction];
}

std::string InstanceTable::str(InstanceId instance) const {
  return trace.str(kernel, instance);
}

bool InstanceTable::areAsserted(InstanceId a, InstanceId b) const {
  const Instruction &x = instruction(a), &y = instruction(b);
  NoSync after = noSyncOf(x, y.id), before = noSyncOf(y, x.id);
  return after.local || after.global || before.local || before.global;
}

bool InstanceTable::areAtomic(InstanceId a, InstanceId b) const {
  auto isAtomic = [this](InstanceId instance) {
    const Update *update = instruction(instance).update();
    return update && update->atomic;
  };
  return isAtomic(a) && isAtomic(b);
}

// Instances are in reference order.
bool InstanceTable::isPassedOn(InstanceId from, InstanceId to) const {
  return trace.instances[from].instruction == trace.instances[to].instruction &&
         from < to && instruction(from).looksBack();
}

// --- memory

Device::Device(const Layouts &layouts, int64_t items,
               const InstanceTable &table, bool checks)
    : layouts(layouts), table(table), checks(checks),
      shared(layouts, {AddressSpace::Global, AddressSpace::Constant}),
      items(items), races(layouts) {
  loadTables(layouts, shared);
  for (const VariablePtr &var : layouts.variables) {
    int number = -1;
    for (size_t v = 0; v < table.trace.variables.size(); ++v)
      if (table.trace.variables[v]->name == var->name)
        number = static_cast<int>(v);
    traceVariable.push_back(number);
    const auto &all = table.kernel.instructions;
    isWritten.push_back(
        std::any_of(all.begin(), all.end(), [&](const InstructionPtr &insn) {
          return insn->assigns(var->name);
        }));
  }
}

void Device::beginGroup() {
  local.emplace(layouts, std::vector<AddressSpace>{AddressSpace::Local});
  own.clear();
  for (int64_t i = 0; i < items; ++i)
    own.emplace_back(layouts, std::vector<AddressSpace>{AddressSpace::Private});
  races.nextGroup();
}

void Device::begin(const Moment &moment, int64_t itemOfGroup) {
  when = moment;
  item = itemOfGroup;
  instance = -1;
  atomicTarget = -1;
  operation = 0;
}

void Device::beginInstance(InstanceId begun, const Statement &statement) {
  instance = begun;
  matched.clear();
  if (statement.atomic) {
    atomicTarget = statement.target;
    operation = static_cast<int>(statement.update);
  }
}

Memory &Device::memoryOf(int variable) {
  switch (layouts.storages[layouts.list[variable].storage].space) {
  case AddressSpace::Private:
    return own[item];
  case AddressSpace::Local:
    return *local;
  default:
    return shared;
  }
}

void Device::report(const std::string &what, int variable,
                    const std::vector<int64_t> &subscripts, InstanceId other) {
  if (other == instance)
    throw Fault(what + " " +
                elementStr(layouts.variables[variable]->name, subscripts) +
                " at the same time on several work-items");
  throw Fault(what + " " +
              elementStr(layouts.variables[variable]->name, subscripts) +
              ", which " + table.str(other) +
              " accesses on another work-item, and no barrier is between them");
}

// Does the read find the value that one finds in reference order? Those of an
// instance may come in another order there: sums are folded. False if there is
// none in reference order: a buffer may load what nothing has set, if nothing
// uses it.
bool Device::checkWriter(int variable, const std::vector<int64_t> &subscripts,
                         InstanceId writer) {
  const std::vector<ElementAccess> &all = table.trace.accesses;
  auto isOwn = [&](size_t k) {
    return k < all.size() && all[k].instance == instance;
  };
  size_t at = all.size(); // of this writer, else of an update, else the first
  for (size_t k = table.firstAccess(instance); isOwn(k); ++k) {
    if (all[k].write || all[k].variable != traceVariable[variable] ||
        std::find(matched.begin(), matched.end(), k) != matched.end())
      continue;
    const bool isThis = all[k].writer == writer;
    if (isThis || at == all.size() || (all[k].update && !all[at].update))
      at = k;
    if (isThis)
      break;
  }
  if (at == all.size())
    return true;
  matched.push_back(at);
  InstanceId wanted = all[at].writer;
  if (wanted < 0 && layouts.variables[variable]->isTemporary())
    return false;
  bool areUpdates = wanted >= 0 && writer >= 0 && table.isUpdate(wanted) &&
                    table.isUpdate(writer);
  if (wanted == writer || areUpdates || all[at].update)
    return true;
  throw Fault("reads " +
              elementStr(layouts.variables[variable]->name, subscripts) +
              " as written by " + table.str(writer) + ", but " +
              table.str(wanted) + " wrote the value in reference order");
}

Value Device::load(int variable, const std::vector<int64_t> &subscripts) {
  Memory &memory = memoryOf(variable);
  CellPlace at = memory.place(variable, subscripts);
  if (checks && instance >= 0 && isWritten[variable]) {
    // An atomic update's own read is a part of its write.
    InstanceId other =
        variable == atomicTarget ? -1 : races.read(at, {instance, when});
    if (other >= 0 && table.isPassedOn(other, instance))
      other = -1;
    if (other >= 0 && !table.areAsserted(other, instance))
      report("reads", variable, subscripts, other);
    assertedRace |= other >= 0;
    if (other < 0 && !checkWriter(variable, subscripts, memory.writerOf(at)))
      return Value::undefined();
  }
  return memory.load(variable, at);
}

void Device::store(int variable, const std::vector<int64_t> &subscripts,
                   const Value &value) {
  Memory &memory = memoryOf(variable);
  CellPlace at = memory.place(variable, subscripts);
  if (checks) {
    InstanceId other = races.write(at, layouts.list[variable].width,
                                   {instance, when}, operation);
    if (other >= 0 && !table.areAsserted(other, instance))
      report("writes", variable, subscripts, other);
    assertedRace |= other >= 0;
  }
  memory.store(variable, at, value, instance);
}
