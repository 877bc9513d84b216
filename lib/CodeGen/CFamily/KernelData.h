// The kernel's data as C sees it: identifiers, storage, addresses.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_KERNELDATA_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_KERNELDATA_H

#include "CFamily/Dialect.h"
#include "CFamily/LoopVariable.h"
#include "CFamily/Names.h"
#include "loopyc/CodeGen/Target.h"
#include "loopyc/Schedule/ScheduledKernel.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace loopyc {

struct AccessInfo;

namespace codegen {

enum class StorageKind {
  Value,   // parameter by value
  Buffer,  // pointer parameter: an array argument, or a global temporary
  Variable, // declared in the kernel: private or local, scalar or array
  Table    // constants, declared in the kernel with their values
};

// Rows of a temporary that work-items copy together (RowCopies.h): as many
// elements from 16 bytes as in the source. In elements.
struct RowStorage {
  size_t column = 0;
  std::optional<size_t> row;
  std::vector<int64_t> slotStrides; // of the other axes, in slots; else 0
  int64_t slots = 1, rows = 1, elements = 0;
  int64_t together = 1, pieces = 1; // see RowLayout
  Expr sourcePitch;  // from row to row; null: there is one
  // How far each slot's begin: the identifier of a word with two bits for each,
  // or of an array of words.
  std::string shift;
  static constexpr int64_t slotsInWord = 16;
};

// One variable of the kernel.
struct Storage {
  VariablePtr var;
  StorageKind kind = StorageKind::Variable;
  // One identifier, or one for each index of the sep axes (row-major).
  std::vector<std::string> identifiers;
  std::vector<int64_t> separateExtents;
  bool read = false, written = false;
  // Components of a storage element: short vectors where the target has them.
  int lanes = 1;
  // Per axis, in storage elements; null for sep axes and for a vec axis that
  // is a component.
  std::vector<Expr> strides;
  Expr elements; // storage elements; null: unknown
  // Of a private variable that must live across barriers where a thread runs
  // all work-items: its copies, one for each work-item, else 1.
  int64_t copies = 1;
  // A private or local array whose size is known at run time only, or a large
  // private one: a buffer that the launcher provides, with a part for each
  // work-item or group.
  bool isScratch = false;
  // An argument that is an image (loopyc/IR/Images.h).
  bool isImage = false;
  // Of a private one on a device: the work-items of a group, whose elements of
  // one index lie side by side.
  int64_t interleave = 1;
  std::optional<RowStorage> rows;

  bool isPrivate() const {
    return kind == StorageKind::Variable &&
           var->space == AddressSpace::Private;
  }
  bool isLocal() const {
    return kind == StorageKind::Variable && var->space == AddressSpace::Local;
  }
  // One element, declared without extent: no subscripts in C.
  bool isPlain() const {
    return kind == StorageKind::Variable && !isScratch && copies == 1 &&
           var->baseStorage.empty() && asInteger(elements) == 1;
  }
};

class KernelData {
public:
  KernelData(const ScheduledKernel &kernel, const Target &target);

  const ScheduledKernel scheduled; // with registers of lanes (LaneRegisters.h)
  const Target &target;
  const Dialect &dialect; // of the target's kernels

  Storage *find(const std::string &name);
  const Storage *find(const std::string &name) const;
  // Arguments in calling order; temporaries.
  std::vector<Storage *> arguments();
  std::vector<Storage *> temporaries();
  // What the device's function has as parameters: arguments, then global
  // temporaries and (where there are work-items) scratch.
  std::vector<Storage *> parameters();
  // Of these, what the launcher allocates for the time of the launch.
  std::vector<Storage *> launchTemporaries();
  std::vector<Storage *> scratch();

  // Products of extents that are known at run time, by which places in arrays
  // with three axes and more are apart, and names for them.
  const std::vector<std::pair<Expr, std::string>> &strides() const {
    return namedStrides;
  }

  // The C identifier of an iname or variable.
  const std::string &identifier(const std::string &name) {
    return names[name];
  }
  NameTable &identifiers() { return names; }
  // Names that stand for something in a function beside the kernel's, where
  // they have this identifier (CalledFunctions.h): an integer that is no
  // variable; like a variable of the kernel, a private one, a number by value,
  // a pointer; and, in the kernel, all of an array as one axis.
  std::string addName(const std::string &base, const std::string &identifier);
  std::string addVariable(const Storage &like, const std::string &identifier);
  std::string addNumber(const Storage &like, const std::string &identifier);
  std::string addPointer(const Storage &like, const std::string &identifier);
  std::string addFlat(const Storage &like, const std::string &identifier);
  // Is the loop's C variable 64 bits wide?
  bool isWide(const LoopVariable &variable) const {
    return wideVariables.count(variable) != 0;
  }
  void setWide(const LoopVariable &variable) { wideVariables.insert(variable); }
  // Has the C variable of an integer name 64 bits, whatever the type that an
  // expression in bounds gives it? Axis names are 32 bits wide.
  bool isWideName(const std::string &name) const;
  // ... or a literal that needs them: does C compute it in 64 bits?
  bool mentionsWide(const Expr &e) const;
  // May it have more elements than 32 bits count? Not if one 32-bit argument
  // says how many.
  bool mayExceed32Bits(const Storage &storage) const;
  // Are addresses computed with 64 bits?
  bool wideIndices() const { return wide; }
  // Linear index of the work-item in its group (C target's copies).
  Expr workItemIndex() const;
  int64_t workGroupSize() const;
  // Do launchers choose the shape of groups (FittedGroups.h)?
  bool fitsGroups() const { return !fittedNames.empty(); }
  // How the code calls a hardware axis: "lid(0)".
  std::string axisName(const GridAxis &axis) const;

private:
  void addStorage(const VariablePtr &var);
  void describeAccesses(const std::vector<AccessInfo> &accesses);
  bool isCountedInWide(const Expr &reference) const;
  void chooseIndexWidth(const std::vector<AccessInfo> &accesses);
  void nameStrides();
  void fitLanes(Storage &storage);
  void layOutRows();
  void fitGroups();
  std::string addLike(Storage storage, const std::string &identifier,
                      bool isArray);

  std::map<std::string, Storage> storages;
  std::vector<std::string> argumentOrder, temporaryOrder;
  int functionNames = 0; // added beside those of the kernel
  NameTable names;
  std::map<GridAxis, std::string> fittedNames;
  std::vector<std::pair<Expr, std::string>> namedStrides;
  std::set<LoopVariable> wideVariables;
  bool wide = false;
};

// KernelData of the kernels of one output, made once for all of its files: who
// writes one takes a copy, in which it adds names of its own.
class OutputData {
public:
  KernelData of(const ScheduledKernel &kernel, const Target &target);

private:
  // By name and target; whole sequences apart from their launches.
  std::map<std::tuple<std::string, const Target *, bool>, KernelData> known;
};

// All instructions in the order of the schedule.
std::vector<InstructionPtr>
instructionsOf(const std::vector<ScheduleNode> &nodes);

// Extents of nested axes, from the fastest outward.
std::vector<Expr> nestedExtents(const Variable &var);

// Of places in arrays that are written in loops.
struct LoopsAround {
  std::function<bool(const Expr &subscript)> change;
  // As a name; null if the product has none.
  std::function<Expr(const Expr &product)> named;
};
// Where the element lies in its storage, of one work-item's copy.
Expr elementIndex(const Storage &storage, const ArrayRef &ref,
                  const LoopsAround *loops = nullptr);

// Lanes that a short vector occupies: 3 takes the room of 4.
int paddedLanes(int lanes);

} // namespace codegen
} // namespace loopyc

#endif
