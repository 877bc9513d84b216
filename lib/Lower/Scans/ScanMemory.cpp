#include "Scans/ScanMemory.h"

using namespace loopyc;
using poly::Set;

using Values = Composition::Values;

Inames loopyc::with(Inames inames, const std::string &iname) {
  if (!iname.empty())
    inames.push_back(iname);
  return inames;
}

// Of local memory: words of neighbouring banks, one after the other.
static constexpr int64_t bankBytes = 128;

ScanMemory::ScanMemory(NestEditor &editor, const Scan &shape)
    : editor(editor), kernel(editor.kernel()), shape(shape) {
  if (hasGroups())
    groups = rangeOf(kernel, shape.group);
  if (hasItems())
    items = rangeOf(kernel, shape.item);
  if (hasInner())
    insts = rangeOf(kernel, shape.inner);
}

std::string ScanMemory::laneIname() {
  std::string base = shape.item + "_lane";
  return editor.addIname(base, items.offsets(base), kernel.tagOf(shape.item));
}

std::string ScanMemory::instanceIname(InameTag tag) {
  std::string base = shape.inner + "_instance";
  return editor.addIname(base, insts.offsets(base), tag);
}

Registers ScanMemory::registers(const Running &of, const std::string &suffix,
                                bool hasLanes, size_t count,
                                bool hasInstances) {
  Registers result;
  result.hasLanes = hasLanes && hasItems();
  result.hasInstances = hasInstances && hasInner();
  std::vector<Axis> axes;
  if (result.hasInstances)
    axes.push_back({insts.count, NestedAxis{0}, ""});
  addGroups(axes);
  if (result.hasLanes)
    axes.push_back({Expr(), ReusedAxis{}, shape.item});
  for (size_t i = 0; i < count; ++i)
    result.names.push_back(
        editor.addTemporary(of.scan->variable + suffix, of.scan->type,
                            AddressSpace::Private, axes, of.range));
  return result;
}

Values ScanMemory::at(const Registers &registers, Type type,
                      const ScanLevel &level, const Expr &lane,
                      const Expr &instance) const {
  std::vector<Expr> subscripts;
  if (registers.hasInstances)
    subscripts.push_back(instance ? instance : innerOffset(level.inner));
  addGroups(subscripts, level);
  if (registers.hasLanes)
    subscripts.push_back(lane ? lane : itemOffset(level.item));
  Values result;
  for (const std::string &name : registers.names)
    result.push_back(subscripts.empty() ? Expr::var(name, type)
                                        : Expr::array(name, subscripts, type));
  return result;
}

// --- local memory:  t[..., inames that share the memory; group]

// Loops around which are in one work-item at once, or on its group's others.
Inames ScanMemory::sharers() const {
  Inames result;
  for (const std::string &iname : shape.around)
    if (InameTag tag = kernel.tagOf(iname); tag.isLocal() || tag.isInnermost())
      result.push_back(iname);
  return result;
}

void ScanMemory::addSharers(std::vector<Axis> &axes) const {
  for (const std::string &iname : sharers())
    axes.push_back({rangeOf(kernel, iname).count, NestedAxis{0}, ""});
}

void ScanMemory::addSharers(std::vector<Expr> &subscripts) const {
  for (const std::string &iname : sharers())
    subscripts.push_back(fold(Expr::var(iname) - rangeOf(kernel, iname).low));
}

// --- of all memory but the global one:  t[...; groups]

// Each group has its own, also where it has an iteration of a loop around.
Inames ScanMemory::groupsAround() const {
  Inames result;
  for (const std::string &iname : shape.around)
    if (kernel.tagOf(iname).isGroup())
      result.push_back(iname);
  return result;
}

void ScanMemory::addGroups(std::vector<Axis> &axes) const {
  for (const std::string &iname : with(groupsAround(), shape.group))
    axes.push_back({Expr(), ReusedAxis{}, iname});
}

void ScanMemory::addGroups(std::vector<Expr> &subscripts,
                           const ScanLevel &level) const {
  for (const std::string &iname : groupsAround())
    subscripts.push_back(Expr::var(iname));
  if (hasGroups())
    subscripts.push_back(groupOffset(level));
}

static Values elementsOf(const std::vector<std::string> &arrays,
                         const std::vector<Expr> &subscripts, Type type) {
  Values result;
  for (const std::string &name : arrays)
    result.push_back(Expr::array(name, subscripts, type));
  return result;
}

// t[lane, buffer]
void ScanMemory::addShared(Running &of) {
  std::vector<Axis> axes{{items.count, NestedAxis{0}, ""},
                         {Expr::integer(2), NestedAxis{0}, ""}};
  addSharers(axes);
  addGroups(axes);
  of.shared.clear();
  for (size_t i = 0; i < of.scan->composition.width(); ++i)
    of.shared.push_back(editor.addTemporary(of.scan->variable + "_shared",
                                            of.scan->type, AddressSpace::Local,
                                            axes, of.range));
}

Values ScanMemory::sharedAt(const Running &of, const ScanLevel &level,
                            int buffer, const Expr &lane) const {
  std::vector<Expr> subscripts{lane, Expr::integer(buffer)};
  addSharers(subscripts);
  addGroups(subscripts, level);
  return ::elementsOf(of.shared, subscripts, of.scan->type);
}

Rank ScanMemory::rank(const Expr &lane, const Expr &instance) const {
  return shape.isInnerInside ? Rank{lane, instance, instances()}
                             : Rank{instance, lane, lanes()};
}

// Where the one length divides the other, what is inner is left out of the
// division: most is constant once loops are unrolled.
Expr Rank::quotient(int64_t divisor) const {
  if (divisor % length == 0)
    return floorDiv(outer, divisor / length);
  if (length % divisor == 0)
    return fold(outer * (length / divisor) + floorDiv(inner, divisor));
  return floorDiv(fold(outer * length + inner), divisor);
}

Expr Rank::remainder(int64_t divisor) const {
  if (divisor % length == 0)
    return fold(floorMod(outer, divisor / length) * length + inner);
  if (length % divisor == 0)
    return floorMod(inner, divisor);
  return floorMod(fold(outer * length + inner), divisor);
}

static int64_t bankWords(Type type) {
  return std::max<int64_t>(bankBytes / type.bytes, 1);
}

// t[rank mod w, rank / w], of one column more than w, so that neither those
// that follow each other nor those that are some power of two apart are in one
// bank.
void ScanMemory::addTile(Running &of) {
  const int64_t words = bankWords(of.scan->type);
  const int64_t rows = (lanes() * instances() + words - 1) / words;
  std::vector<Axis> axes{{Expr::integer(words + 1), NestedAxis{0}, ""},
                         {Expr::integer(rows), NestedAxis{0}, ""}};
  addSharers(axes);
  addGroups(axes);
  of.tile.clear();
  for (size_t i = 0; i < of.scan->composition.width(); ++i)
    of.tile.push_back(editor.addTemporary(of.scan->variable + "_tile",
                                          of.scan->type, AddressSpace::Local,
                                          axes, of.range));
}

Values ScanMemory::tileAt(const Running &of, const ScanLevel &level,
                          const Rank &rank) const {
  const int64_t words = bankWords(of.scan->type);
  std::vector<Expr> subscripts{rank.remainder(words), rank.quotient(words)};
  addSharers(subscripts);
  addGroups(subscripts, level);
  return ::elementsOf(of.tile, subscripts, of.scan->type);
}

// --- global memory

Expr ScanMemory::globalArray(const Running &of, const std::string &suffix) {
  std::string name = editor.addTemporary(
      of.scan->variable + suffix, of.scan->type, AddressSpace::Global,
      {{groups.count, NestedAxis{0}, ""}}, of.range);
  return Expr::var(name, of.scan->type);
}

Expr ScanMemory::elementOf(const Expr &array, const Expr &subscript) {
  return Expr::array(array.getIf<VarRef>()->name, {subscript}, array.type());
}

Values ScanMemory::elementsOf(const Values &arrays, const Expr &subscript) {
  Values result;
  for (const Expr &array : arrays)
    result.push_back(elementOf(array, subscript));
  return result;
}

// --- groups that look back

void ScanMemory::addChain(Running &of, int64_t lanes) {
  const std::string &s = of.scan->variable;
  const Composition &composition = of.scan->composition;
  auto axis = [](const Expr &extent) {
    return Axis{extent, NestedAxis{0}, ""};
  };
  of.chain = editor.addTemporary(
      s + "_chain", of.scan->type, AddressSpace::Global,
      {axis(Expr::integer(lanes)), axis(fold(groups.count + 1))}, of.range);
  int64_t words = lookBackWords(composition.operation(), of.scan->type);
  of.cells = editor.addTemporary(
      s + "_cells", Type::integer(8), AddressSpace::Global,
      {axis(Expr::integer(words)), axis(fold(groups.count + 1))}, of.range);
  std::vector<Axis> axes{axis(Expr::integer(lanes))};
  addGroups(axes);
  of.start = editor.addTemporary(s + "_start", of.scan->type,
                                 AddressSpace::Local, axes, of.range);
}

Expr ScanMemory::startAt(const Running &of, const ScanLevel &level,
                         const Expr &lane) const {
  std::vector<Expr> subscripts{lane};
  addGroups(subscripts, level);
  return Expr::array(of.start, subscripts, of.scan->type);
}
