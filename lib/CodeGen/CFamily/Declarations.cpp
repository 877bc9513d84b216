// Parameters, and variables that are declared before the body.
#include "CFamily/FittedGroups.h"
#include "CFamily/KernelWriter.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

std::string KernelWriter::elementType(const Storage &storage) {
  Type type = storage.var->type;
  helpers.useType(type);
  if (storage.lanes == 1)
    return dialect.typeName(type);
  helpers.useVector(type, storage.lanes);
  return dialect.vectorName(type, storage.lanes);
}

// What `restrict` promises is promised to a work-item alone. Of an array that
// the kernel writes and reads, others may have written what it reads behind a
// barrier, before which compilers would load it.
static bool isShared(const Storage &storage) {
  return (storage.written && storage.read) || storage.isScratch;
}

// Is such an array read where a choice or a condition stands between that and
// something else? NVIDIA's compiler (13.0) joins the loads of
//   c ? a[i] : o[i]
// where `a` is restrict and const, and makes one past the coherent cache of
// them, which may find what `o` held before the kernel.
static bool readsSharedByChoice(KernelData &data) {
  auto mentionsShared = [&](const Expr &e) {
    std::set<std::string> scalars, arrays;
    collectNames(e, scalars, arrays);
    return std::any_of(arrays.begin(), arrays.end(), [&](const auto &name) {
      const Storage *storage = data.find(name);
      return storage && isShared(*storage);
    });
  };
  auto hasChoice = [&](const Expr &e) {
    bool found = false;
    walk(e, [&](const Expr &node) {
      found |= node.getIf<Select>() && mentionsShared(node);
      return !found;
    });
    return found;
  };
  for (const InstructionPtr &insn : data.scheduled.kernel.instructions)
    for (const Expr &read : insn->reads())
      if (hasChoice(read) ||
          (!insn->predicates.empty() && mentionsShared(read)))
        return true;
  return false;
}

std::string KernelWriter::restrictOf(const Storage &storage, bool readOnly) {
  if (!data.target.hasWorkItems())
    return dialect.restrictKeyword();
  if (readOnly && !hasSharedChoices)
    hasSharedChoices = readsSharedByChoice(data);
  bool isShared = readOnly ? *hasSharedChoices : ::isShared(storage);
  return isShared ? "" : dialect.restrictKeyword();
}

std::string KernelWriter::pointerType(const Storage &storage) {
  if (storage.isImage)
    if (std::string type = dialect.imageType(storage.var->axes.size());
        !type.empty())
      return type;
  bool readOnly = !storage.written && !storage.isScratch &&
                  !storage.var->isTemporary();
  AddressSpace space =
      storage.isScratch ? AddressSpace::Global : storage.var->space;
  return dialect.globalQualifier(space) + (readOnly ? "const " : "") +
         elementType(storage) + " *" + restrictOf(storage, readOnly);
}

std::string KernelWriter::parameterName(const Storage &storage,
                                        const std::string &name) const {
  for (const NamedValue &value : named)
    if (value.parameter == &storage)
      return value.given;
  return name;
}

std::vector<std::string> KernelWriter::parameters() {
  std::vector<std::string> result;
  for (const Storage *storage : data.parameters()) {
    std::string type = storage->kind == StorageKind::Value
                           ? elementType(*storage)
                           : pointerType(*storage);
    if (type.back() != '*')
      type += " ";
    for (const std::string &name : storage->identifiers)
      result.push_back(type + parameterName(*storage, name));
  }
  return result;
}

void KernelWriter::writePosition() {
  if (data.fitsGroups())
    writeFittedPosition(data, printer, out);
}

std::string KernelWriter::parameterList() {
  std::string list;
  for (const std::string &parameter : parameters())
    list += (list.empty() ? "" : ", ") + parameter;
  return list;
}

// "a", "b[16]"
std::string KernelWriter::declarator(const Storage &storage,
                                     const std::string &name) {
  if (storage.isPlain())
    return name;
  int64_t elements = *asInteger(storage.elements) * storage.copies;
  return name + "[" + std::to_string(std::max<int64_t>(elements, 1)) + "]";
}

static int64_t storedBytes(const Storage &storage) {
  return storage.var->type.bytes * paddedLanes(storage.lanes);
}

// One line for each type: float a, b, c[4];
void KernelWriter::declareAll(const std::vector<const Storage *> &variables) {
  std::vector<std::string> types;
  std::map<std::string, std::string> declarators;
  for (const Storage *storage : variables)
    for (const std::string &name : storage->identifiers) {
      std::string type = elementType(*storage);
      std::string &list = declarators[type];
      if (list.empty())
        types.push_back(type);
      else
        list += ", ";
      list += declarator(*storage, name);
    }
  for (const std::string &type : types)
    out.line(type + " " + declarators[type] + ";");
}

// Temporaries with one base storage: an array large enough for each, and a
// pointer for each into it. The array has their type if that is one.
void KernelWriter::declareShared(const std::vector<const Storage *> &sharing) {
  int64_t bytes = 0, alignment = 8;
  std::string type = elementType(*sharing.front());
  int64_t typeBytes = storedBytes(*sharing.front());
  for (const Storage *storage : sharing) {
    int64_t element = storedBytes(*storage);
    alignment = std::max(alignment, element);
    bytes = std::max(bytes, element * storage->copies *
                                *asInteger(storage->elements));
    if (elementType(*storage) != type) {
      type = dialect.typeName(Type::integer(1));
      typeBytes = 1;
    }
  }
  const Storage &first = *sharing.front();
  std::string space = first.isLocal() ? dialect.localQualifier() : "";
  const std::string &base = data.identifier(first.var->baseStorage);
  std::string aligned =
      typeBytes == 1 ? dialect.aligned(static_cast<int>(alignment)) + " " : "";
  if (first.isLocal() && localMemory)
    out.line(inLocalBlock(type, base, first.var->baseStorage));
  else
    out.line(space + aligned + type + " " + base + "[" +
             std::to_string(bytes / typeBytes) + "];");
  std::string pointerSpace =
      first.isLocal() ? dialect.localPointerQualifier() : "";
  for (const Storage *storage : sharing)
    for (const std::string &name : storage->identifiers) {
      std::string own = elementType(*storage);
      std::string pointer = pointerSpace + own + " *";
      out.line(pointer + "const " + name + " = " +
               (own == type ? "" : "(" + pointer + ") ") + base + ";");
    }
}

// The buffer has a part for each work-item or group: this one's.
void KernelWriter::offsetScratch(const Storage &storage) {
  std::string group = dialect.groupIndex(data);
  std::string part =
      printer.print(storage.elements, Precedence::Multiplicative);
  if (storage.interleave > 1)
    part += " * " + std::to_string(storage.interleave);
  std::string offset = group == "0" ? "" : "(size_t) " + group + " * " + part;
  if (storage.interleave > 1)
    offset += (offset.empty() ? "" : " + ") +
              printer.print(data.workItemIndex(), Precedence::Additive);
  if (offset.empty())
    return;
  for (const std::string &name : storage.identifiers)
    out.line(name + " += " + offset + ";");
}

// One thread runs the group: its arrays of unknown size come from the heap.
void KernelWriter::allocateScratch(const std::string &onFailure) {
  std::string missing;
  for (Storage *storage : data.scratch()) {
    if (!storage->isLocal())
      storage->copies = data.workGroupSize();
    std::string type = elementType(*storage);
    Expr count = storage->elements;
    if (!asInteger(count))
      count = Expr::call(Intrinsic::Max, {count, Expr::integer(0)},
                         Type::integer(4));
    std::string copies = storage->copies > 1
                             ? " * " + std::to_string(storage->copies)
                             : std::string();
    for (const std::string &name : storage->identifiers) {
      out.line(type + " *" + name + " = malloc(sizeof(" + type + ")" + copies +
               " * (size_t) " +
               printer.print(count, Precedence::Multiplicative) + ");");
      missing += (missing.empty() ? "!" : " || !") + name;
    }
  }
  if (missing.empty())
    return;
  out.open("if (" + missing + ")");
  freeScratch();
  for (size_t start = 0; start < onFailure.size();) {
    size_t end = onFailure.find(';', start) + 1;
    out.line(onFailure.substr(start, end - start));
    start = end + 1;
  }
  out.close();
}

void KernelWriter::freeScratch() {
  for (const Storage *storage : data.scratch())
    for (const std::string &name : storage->identifiers)
      out.line("free(" + name + ");");
}

// Copies for work-items have storage of their own: those of one item would lie
// where another variable has those of others.
static bool shares(const Storage &storage) {
  return !storage.var->baseStorage.empty() && storage.copies == 1;
}

// Where each row of a local array takes a multiple of 16 bytes, it begins so: a
// compiler may read neighbours at once.
static constexpr int rowAlignment = 16;

static bool hasAlignedRows(const Storage &storage) {
  if (storage.rows)
    return true;
  int64_t bytes = storedBytes(storage), rows = 0, neighbours = 0;
  if (bytes >= rowAlignment || rowAlignment % bytes != 0)
    return false;
  for (const Expr &stride : storage.strides) {
    auto length = stride ? asInteger(fold(stride)) : std::nullopt;
    if (stride && !length)
      return false;
    neighbours += length == 1;
    if (!length || *length == 1)
      continue;
    if (*length * bytes % rowAlignment != 0)
      return false;
    ++rows;
  }
  return neighbours == 1 && rows > 0;
}

static const char *const blockName = "local_memory";

// float *const a = (float *) (local_memory + 64);
std::string KernelWriter::inLocalBlock(const std::string &type,
                                       const std::string &identifier,
                                       const std::string &part) {
  return type + " *const " + identifier + " = (" + type + " *) (" + blockName +
         " + " + std::to_string(localMemory->offsets.at(part)) + ");";
}

void KernelWriter::writeLocalArray(const Storage &storage,
                                   const std::string &name) {
  if (localMemory)
    return out.line(inLocalBlock(elementType(storage), name, name));
  const std::string qualifier = dialect.localQualifier();
  std::string aligned = qualifier.empty() || !hasAlignedRows(storage)
                            ? ""
                            : dialect.aligned(rowAlignment) + " ";
  out.line(qualifier + aligned + elementType(storage) + " " +
           declarator(storage, name) + ";");
}

void KernelWriter::writeDeclarations() {
  for (const NamedValue &value : named)
    out.line("const " + elementType(*value.parameter) + " " +
             value.parameter->identifiers.front() + " = " + value.value + ";");
  for (const Storage *storage : data.arguments())
    if (const std::string &name = storage->var->name;
        data.scheduled.kernel.findVariable(name)->space != storage->var->space)
      out.comment("'" + name + "' is beyond constant memory, " +
                  std::to_string(dialect.mostConstantBytes()) +
                  " bytes, and is in global memory");
  writeTables();
  localMemory = localBlock(data);
  if (localMemory)
    out.line(dialect.localBlock(blockName));
  std::vector<std::string> bases;
  std::map<std::string, std::vector<const Storage *>> sharing;
  for (const Storage *storage : data.temporaries()) {
    const std::string &base = storage->var->baseStorage;
    if (!shares(*storage) || storage->kind != StorageKind::Variable ||
        storage->isScratch)
      continue;
    if (!sharing.count(base))
      bases.push_back(base);
    sharing[base].push_back(storage);
  }
  for (const Storage *storage : data.temporaries()) {
    if (storage->isScratch && data.target.hasWorkItems())
      offsetScratch(*storage);
    else if (storage->isLocal() && !storage->isScratch &&
             storage->var->baseStorage.empty())
      for (const std::string &name : storage->identifiers)
        writeLocalArray(*storage, name);
  }
  for (const std::string &base : bases)
    declareShared(sharing[base]);
  declareRows();
  std::vector<const Storage *> rest;
  for (const Storage *storage : placement.atTop)
    if (!shares(*storage))
      rest.push_back(storage);
  declareAll(rest);
}
