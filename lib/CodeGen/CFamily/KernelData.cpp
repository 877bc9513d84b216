#include "CFamily/KernelData.h"

#include "CFamily/LaneRegisters.h"
#include "CFamily/LookBack.h"
#include "CFamily/RowCopies.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/CallMark.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/IR/Images.h"
#include "loopyc/Schedule/DeviceLimits.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

// Identifiers that one array with sep axes may become.
static constexpr int64_t maxSeparate = 256;

int codegen::paddedLanes(int lanes) { return lanes == 3 ? 4 : lanes; }

KernelData::KernelData(const ScheduledKernel &kernel, const Target &target)
    : scheduled(withLaneRegisters(kernel, target)), target(target),
      dialect(target.dialect()) {
  for (const ExternalCall &call : externalCalls(scheduled.kernel))
    if (call.signature)
      names.reserve(call.signature->nameInTarget);
  for (const InstructionPtr &insn : scheduled.kernel.instructions)
    if (auto mark = callMark(*insn))
      names.reserve(mark->function);
  for (const VariablePtr &var : scheduled.kernel.arguments) {
    addStorage(var);
    argumentOrder.push_back(var->name);
  }
  for (const VariablePtr &var : scheduled.kernel.temporaries) {
    addStorage(var);
    temporaryOrder.push_back(var->name);
  }
  layOutRows();
  std::vector<AccessInfo> accesses = collectAccesses(scheduled.kernel);
  describeAccesses(accesses);
  chooseIndexWidth(accesses);
  if (target.hasWorkItems())
    nameStrides();
  fitGroups();
}

// Memory of each work-item or group is found by where it is in groups of one
// shape.
void KernelData::fitGroups() {
  if (!scheduled.rowItems || dialect.launchedPosition(0).empty() ||
      !scratch().empty())
    return;
  for (const HardwareAxis &axis : scheduled.axes)
    if (axis.number < (axis.isGroup() ? 2 : 1))
      fittedNames[axis] = names.fresh((axis.isGroup() ? "gid" : "lid") +
                                      std::to_string(axis.number));
}

std::string KernelData::axisName(const GridAxis &axis) const {
  auto fitted = fittedNames.find(axis);
  return fitted == fittedNames.end() ? dialect.axisName(axis) : fitted->second;
}

KernelData OutputData::of(const ScheduledKernel &kernel, const Target &target) {
  return known
      .try_emplace({kernel.kernel.name, &target, bool(kernel.launches)}, kernel,
                   target)
      .first->second;
}

// --- storage

static std::vector<int64_t> separateExtents(const Variable &var) {
  std::vector<int64_t> result;
  int64_t total = 1;
  for (const Axis &axis : var.axes) {
    if (!std::holds_alternative<SeparateAxis>(axis.tag))
      continue;
    auto extent = asInteger(axis.extent);
    if (!extent || *extent < 1 || *extent > maxSeparate ||
        (total *= *extent) > maxSeparate)
      throw UserError("an axis tagged sep of array '" + var.name +
                          "' must have a constant extent of at most " +
                          std::to_string(maxSeparate) + ", but it is " +
                          (axis.extent ? axis.extent.str() : "unknown") +
                          "; fix its size or split the axis",
                      var.range);
    result.push_back(*extent);
  }
  return result;
}

// x_s0, x_s1, ...; x_s0_s1 for two axes.
static std::vector<std::string>
separateNames(const std::string &name, const std::vector<int64_t> &extents) {
  std::vector<std::string> result{name};
  for (int64_t extent : extents) {
    std::vector<std::string> next;
    for (const std::string &prefix : result)
      for (int64_t i = 0; i < extent; ++i)
        next.push_back(prefix + "_s" + std::to_string(i));
    result = std::move(next);
  }
  return result;
}

// Without vector types (no target has them for complex numbers) a short vector
// is its components, one after the other.
void KernelData::fitLanes(Storage &storage) {
  int lanes = vectorLength(*storage.var);
  bool hasVector = dialect.hasShortVectors() && !storage.var->type.isComplex();
  if (hasVector || lanes == 1) {
    storage.lanes = lanes;
    return;
  }
  int padded = paddedLanes(lanes);
  for (size_t a = 0; a < storage.strides.size(); ++a) {
    if (storage.strides[a])
      storage.strides[a] = storage.strides[a] * padded;
    if (std::holds_alternative<VectorAxis>(storage.var->axes[a].tag))
      storage.strides[a] = Expr::integer(1);
  }
  if (storage.elements)
    storage.elements = storage.elements * padded;
}

// Too large for a work-item to keep to itself, or for a thread's stack.
static bool isLarge(const Storage &storage) {
  return storage.isPrivate() && storage.var->baseStorage.empty() &&
         storageBytes(*storage.var).value_or(0) > mostPrivateBytes;
}

// An argument that no device need have room for in constant memory is in global
// memory.
static VariablePtr withRoom(const VariablePtr &var, const Dialect &dialect) {
  std::optional<int64_t> bytes;
  if (!var->isTable() && var->space == AddressSpace::Constant)
    bytes = storageBytes(*var);
  if (bytes.value_or(0) <= dialect.mostConstantBytes())
    return var;
  Variable copy = *var;
  copy.space = AddressSpace::Global;
  return std::make_shared<const Variable>(std::move(copy));
}

// Values are written one after the other, into one array of numbers.
static void requireTableLayout(const Variable &table) {
  for (const Axis &axis : table.axes)
    if (std::holds_alternative<SeparateAxis>(axis.tag) ||
        std::holds_alternative<VectorAxis>(axis.tag))
      throw UserError("table '" + table.name + "' has an axis tagged " +
                          axisTagStr(axis.tag) +
                          ", and tables of constants are arrays of numbers; "
                          "leave the tags of its axes as they are",
                      table.range);
}

void KernelData::addStorage(const VariablePtr &var) {
  Storage storage;
  storage.var = withRoom(var, dialect);
  if (var->isValue())
    storage.kind = StorageKind::Value;
  else if (var->isTable())
    storage.kind = StorageKind::Table;
  else if (!var->isTemporary() || var->space == AddressSpace::Global)
    storage.kind = StorageKind::Buffer;
  storage.isImage = loopyc::isImage(scheduled.kernel, var->name);
  storage.strides = axisStrides(*var);
  storage.elements = storageExtent(*var);
  fitLanes(storage);
  if (var->isTable())
    requireTableLayout(*var);
  storage.isScratch = storage.kind == StorageKind::Variable &&
                      (!asInteger(storage.elements) || isLarge(storage));
  if (storage.isScratch && storage.isPrivate() && target.hasWorkItems())
    storage.interleave = workGroupSize();
  if (var->isTemporary() && !storage.elements)
    throw UserError("temporary array '" + var->name +
                        "' must have a known size, but an extent is unknown; "
                        "declare all its extents",
                    var->range);
  storage.separateExtents = separateExtents(*var);
  if (storage.separateExtents.empty()) {
    storage.identifiers = {names[var->name]};
  } else {
    for (const std::string &name :
         separateNames(var->name, storage.separateExtents))
      storage.identifiers.push_back(names.fresh(name));
  }
  storages.emplace(var->name, std::move(storage));
}

void KernelData::layOutRows() {
  if (!target.hasWorkItems())
    return;
  for (auto &[name, rows] : rowStorage(scheduled)) {
    Storage &storage = *find(name);
    if (!storage.isLocal())
      continue;
    rows.shift = names.fresh(name + "_shift");
    // The last row has as much room as others.
    storage.elements = Expr::integer(rows.elements);
    storage.rows = std::move(rows);
  }
}

Storage *KernelData::find(const std::string &name) {
  auto it = storages.find(name);
  return it == storages.end() ? nullptr : &it->second;
}

const Storage *KernelData::find(const std::string &name) const {
  auto it = storages.find(name);
  return it == storages.end() ? nullptr : &it->second;
}

std::vector<Storage *> KernelData::arguments() {
  std::vector<Storage *> result;
  for (const std::string &name : argumentOrder)
    result.push_back(find(name));
  return result;
}

std::vector<Storage *> KernelData::temporaries() {
  std::vector<Storage *> result;
  for (const std::string &name : temporaryOrder)
    result.push_back(find(name));
  return result;
}

std::vector<Storage *> KernelData::parameters() {
  std::vector<Storage *> result = arguments();
  for (Storage *storage : launchTemporaries())
    result.push_back(storage);
  return result;
}

std::vector<Storage *> KernelData::launchTemporaries() {
  std::vector<Storage *> result;
  for (Storage *storage : temporaries())
    if (storage->kind == StorageKind::Buffer ||
        (storage->isScratch && target.hasWorkItems()))
      result.push_back(storage);
  return result;
}

std::vector<Storage *> KernelData::scratch() {
  std::vector<Storage *> result;
  for (Storage *storage : temporaries())
    if (storage->isScratch)
      result.push_back(storage);
  return result;
}

// --- how it is used

static void collectInstructions(const std::vector<ScheduleNode> &nodes,
                                std::vector<InstructionPtr> &out) {
  for (const ScheduleNode &node : nodes)
    match(
        node.value,
        [&](const ScheduleLoop &loop) { collectInstructions(loop.body, out); },
        [&](const StatementRun &run) {
          out.insert(out.end(), run.instructions.begin(),
                     run.instructions.end());
        },
        [](const BarrierPoint &) {});
}

std::vector<InstructionPtr>
codegen::instructionsOf(const std::vector<ScheduleNode> &nodes) {
  std::vector<InstructionPtr> result;
  collectInstructions(nodes, result);
  return result;
}

void KernelData::describeAccesses(const std::vector<AccessInfo> &accesses) {
  auto reads = [&](const Expr &e) {
    walk(e, [&](const Expr &node) {
      const std::string *name = nullptr;
      if (const auto *var = node.getIf<VarRef>()) {
        name = &var->name;
        if (node.type() == Type::integer(8))
          setWide(var->name);
      } else if (const auto *ref = node.getIf<AxisRef>()) {
        if (node.type() == Type::integer(8))
          setWide(ref->axis);
      } else if (const auto *ref = node.getIf<ArrayRef>()) {
        name = &ref->name;
      }
      if (name)
        if (Storage *storage = find(*name))
          storage->read = true;
      return true;
    });
  };
  for (const InstructionPtr &insn : instructionsOf(scheduled.body)) {
    for (const Predicate &predicate : insn->predicates)
      reads(predicate);
    for (const Expr &read : insn->reads())
      reads(read);
    for (const std::string &name : insn->assigneeNames())
      if (Storage *storage = find(name))
        storage->written = true;
    // In its cells, groups leave what others wait for.
    if (insn->looksBack())
      find(lookBackCell(*insn).name)->written = true;
  }
  // Bounds of loops, and strides, are read by no statement.
  for (const AccessInfo &access : accesses)
    if (Storage *storage = access.write ? nullptr : find(access.variable))
      storage->read = true;
}

bool KernelData::mayExceed32Bits(const Storage &storage) const {
  if (auto elements = asInteger(storage.elements))
    return *elements > INT32_MAX / storage.interleave;
  const auto *count =
      storage.elements ? storage.elements.getIf<VarRef>() : nullptr;
  return !count || isWideName(count->name) || storage.interleave > 1;
}

// Does the source count an array's elements in 64 bits?
bool KernelData::isCountedInWide(const Expr &reference) const {
  const auto *ref = reference.getIf<ArrayRef>();
  const Storage *storage = ref ? find(ref->name) : nullptr;
  if (!storage || !mayExceed32Bits(*storage))
    return false;
  auto isWide = [&](const Expr &e) { return mentionsWide(e); };
  return (storage->elements && isWide(storage->elements)) ||
         std::any_of(ref->subscripts.begin(), ref->subscripts.end(), isWide);
}

// 64-bit addresses where the script asks for them, where an array of known size
// or its strides need them, and where the source has 64-bit bounds or
// subscripts; otherwise launchers check the range of 32 bits.
void KernelData::chooseIndexWidth(const std::vector<AccessInfo> &accesses) {
  const auto &options = scheduled.kernel.options.values;
  auto it = options.find("index_dtype");
  wide = it != options.end() && it->second.find("64") != std::string::npos;
  for (const auto &[name, storage] : storages) {
    auto elements = asInteger(storage.elements);
    wide = wide || (elements && *elements > INT32_MAX / storage.interleave);
    for (const Expr &stride : storage.strides)
      if (stride)
        walk(stride, [&](const Expr &e) {
          wide = wide || asInteger(e).value_or(0) > INT32_MAX;
          return !wide;
        });
  }
  for (const AccessInfo &access : accesses)
    wide = wide || isCountedInWide(access.reference);
}

bool KernelData::isWideName(const std::string &name) const {
  const Storage *storage = find(name);
  return storage ? storage->var->type == Type::integer(8) : isWide(name);
}

static bool fits32(int64_t value) {
  return value >= INT32_MIN && value <= INT32_MAX;
}

void KernelData::nameStrides() {
  auto isNamed = [&](const Expr &product) {
    return std::any_of(
        namedStrides.begin(), namedStrides.end(),
        [&](const auto &known) { return known.first == product; });
  };
  for (const Storage *storage : arguments()) {
    const std::vector<Expr> extents = nestedExtents(*storage->var);
    Expr product;
    for (size_t level = 0; level + 1 < extents.size(); ++level) {
      product = product ? fold(product * extents[level]) : extents[level];
      if (level == 0 || asInteger(product) || isNamed(product))
        continue;
      const size_t number = namedStrides.size();
      std::string name = addName(
          "pitch",
          names.fresh(number ? "pitch_" + std::to_string(number) : "pitch"));
      if (wide)
        setWide(name);
      namedStrides.push_back({product, std::move(name)});
    }
  }
}

bool KernelData::mentionsWide(const Expr &e) const {
  bool found = false;
  walk(e, [&](const Expr &node) {
    if (const auto *var = node.getIf<VarRef>())
      found = found || isWideName(var->name);
    if (const auto *ref = node.getIf<AxisRef>())
      found = found || isWide(ref->axis);
    if (const auto *lit = node.getIf<IntLit>())
      found = found || !fits32(lit->value);
    found = found || node.type() == Type::integer(8);
    // A condition has no part in the type of what it chooses.
    const auto *select = node.getIf<Select>();
    if (select)
      found = found || mentionsWide(select->ifTrue) ||
              mentionsWide(select->ifFalse);
    // Of these C knows the type, whatever they are made from.
    bool isTyped = select || node.getIf<Cast>() || node.getIf<ArrayRef>();
    return !found && !isTyped;
  });
  return found;
}

Expr KernelData::workItemIndex() const {
  Expr index;
  int64_t stride = 1;
  for (const HardwareAxis &axis : scheduled.axes) {
    if (axis.isGroup() || *asInteger(axis.size) == 1)
      continue;
    Expr term = Expr::axis(axis) * stride;
    index = index ? index + term : term;
    stride *= *asInteger(axis.size);
  }
  return index ? index : Expr::integer(0);
}

int64_t KernelData::workGroupSize() const {
  constexpr int64_t leastFitted = 128;
  int64_t size = 1;
  for (const HardwareAxis &axis : scheduled.axes)
    if (axis.isLocal())
      size *= *asInteger(axis.size);
  return fitsGroups() ? std::max(size, leastFitted) : size;
}
