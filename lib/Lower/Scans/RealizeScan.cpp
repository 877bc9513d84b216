#include "Scans/RealizeScan.h"

#include "Scans/GroupScan.h"
#include "Scans/LookBack.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Values = Composition::Values;
using InameCopies = GroupScan::InameCopies;

namespace {

class Realizer {
public:
  Realizer(const Kernel &kernel, const std::vector<Scan> &scans);

  Kernel run();

private:
  void sumChunks();
  void addUpChunks(const ScanLevel &level, const InameCopies &copies);
  void composeChunksInOrder(const ScanLevel &level, const InameCopies &copies);
  std::vector<Registers> beginSums(const Nest &nest, const ScanLevel &level);
  void clearTotals(const Nest &nest);
  void startChunks();
  Inames loopsOverTotals();
  void addBarrier();
  void scanChunk();
  void readRunningValues(const std::vector<Expr> &values);

  ScanLevel levelOf(const InameCopies &copies, const Inames &shared) const;
  ScanLevel ownLevel() const;

  const Kernel &original;
  NestEditor editor;
  const Scan &shape; // common to all
  std::vector<Running> all;
  Nest body;    // what uses the running values
  Inames loops; // of the body, inside the region
  ScanMemory memory;
  GroupScan group;
  LookBack back;
};

} // namespace

Realizer::Realizer(const Kernel &original, const std::vector<Scan> &scans)
    : original(original), editor(original), shape(scans.front()),
      memory(editor, shape), group(editor, memory, shape, all, body),
      back(editor, memory, group, shape, all) {
  if (llvm::any_of(scans, [](const Scan &scan) { return scan.looksBack; }))
    back.require(scans);
  std::set<size_t> users;
  for (const Scan &scan : scans) {
    const Instruction &first = *original.instructions[scan.updates.front()];
    Running running;
    running.scan = &scan;
    running.id = first.id;
    running.range = first.range;
    running.variable = Expr::var(scan.variable, scan.type);
    std::set<size_t> computed(scan.updates.begin(), scan.updates.end());
    computed.insert(scan.operands.begin(), scan.operands.end());
    for (size_t i : computed)
      running.computed.push_back(original.instructions[i]->id);
    for (size_t i : scan.updates)
      running.updates.push_back(original.instructions[i]->id);
    for (const auto &[i, factor] : scan.factors)
      running.factors[original.instructions[i]->id] = factor;
    all.push_back(std::move(running));
    users.insert(scan.users.begin(), scan.users.end());
    users.insert(scan.operands.begin(), scan.operands.end());
  }
  for (size_t i : users) {
    const Instruction &insn = *original.instructions[i];
    body.ids.push_back(insn.id);
    for (const std::string &iname : insn.inames)
      if (!llvm::is_contained(shape.around, iname) &&
          !llvm::is_contained(loops, iname))
        loops.push_back(iname);
  }
}

ScanLevel Realizer::ownLevel() const {
  Inames inames = with(shape.around, shape.group);
  llvm::append_range(inames, shape.outer);
  return {inames, shape.group, shape.item, shape.inner};
}

// In copies of loops, but for those that are shared with the body.
ScanLevel Realizer::levelOf(const InameCopies &copies,
                            const Inames &shared) const {
  auto copyOf = [&](const std::string &iname) {
    auto copy = copies.find(iname);
    return copy == copies.end() ? iname : copy->second;
  };
  ScanLevel level{shared, copyOf(shape.group), copyOf(shape.item),
                  copyOf(shape.inner)};
  for (const std::string &iname : ownLevel().inames)
    if (!llvm::is_contained(shared, iname))
      level.inames.push_back(copyOf(iname));
  return level;
}

// --- the elements of a group, from where it begins

void Realizer::readRunningValues(const std::vector<Expr> &values) {
  for (size_t i = 0; i < all.size(); ++i) {
    Substitution s{{all[i].scan->variable, values[i]}};
    for (const std::string &id : body.ids)
      editor.replace(
          *mapExprs(std::make_shared<const Instruction>(editor.instruction(id)),
                    [&](const Expr &e) { return substitute(e, s); }));
  }
}

void Realizer::scanChunk() {
  ScanLevel own = ownLevel();
  Inames start = with(shape.around, shape.group);
  std::vector<Expr> values;
  for (Running &of : all) {
    of.carry = memory.registers(of, "_carry", /*hasLanes=*/false, 1);
    of.value = memory.hasItems()
                   ? memory.registers(of, "_running", /*hasLanes=*/true, 1)
                   : of.carry;
    values.push_back(memory.at(of.carry, of.scan->type, own).front());
    if (shape.looksBack)
      continue;
    Expr from = memory.hasGroups()
                    ? ScanMemory::elementOf(of.starts, memory.groupOffset(own))
                    : of.variable;
    editor.addBefore(body,
                     group.made(of, "_carry", start, values.back(), from));
  }
  if (memory.hasItems()) {
    Inames inside;
    for (const std::string &iname : loops)
      if (!llvm::is_contained(own.inames, iname))
        inside.push_back(iname);
    InameCopies copies = editor.copyInames(inside, "_ahead");
    ScanLevel ahead = levelOf(copies, own.inames);
    Nest nest = group.sumLanes(own.inames, copies, ahead);
    group.composeLanes(nest, ahead);
    if (shape.looksBack)
      back.begin(nest, ahead);
    group.enterLanes(nest, ahead);
    values = group.runningValues(nest, ahead, own);
  }
  if (!memory.hasGroups())
    for (const Running &of : all)
      editor.addBehind(
          body, group.made(of, "_result", shape.around, of.variable,
                           memory.at(of.carry, of.scan->type, own).front()));
  readRunningValues(values);
}

// --- across groups, through global memory

// A reduction in each group, in any order.
void Realizer::addUpChunks(const ScanLevel &level, const InameCopies &copies) {
  Nest nest = group.copyUpdates(shape.around, copies, [&](const Running &of) {
    return ScanMemory::elementsOf(of.totals, memory.groupOffset(level));
  });
  clearTotals(nest);
}

// Groups that have no iterations this time have something to say, too.
void Realizer::clearTotals(const Nest &nest) {
  std::string base = shape.group + "_lane";
  std::string lane = editor.addIname(base, memory.groupRange().offsets(base),
                                     editor.kernel().tagOf(shape.group));
  for (const Running &of : all) {
    Values to = ScanMemory::elementsOf(of.totals, Expr::var(lane));
    Values nothing = of.scan->composition.nothing();
    for (size_t i = 0; i < to.size(); ++i)
      editor.addBefore(nest,
                       group.made(of, "_totals_init", with(shape.around, lane),
                                  to[i], nothing[i]));
  }
}

std::vector<Registers> Realizer::beginSums(const Nest &nest,
                                           const ScanLevel &level) {
  std::vector<Registers> sums;
  for (const Running &of : all) {
    sums.push_back(memory.hasItems()
                       ? memory.registers(of, "_chunk_sum", /*hasLanes=*/false,
                                          of.scan->composition.width())
                       : of.sum);
    Values sum = memory.at(sums.back(), of.scan->type, level);
    Values nothing = of.scan->composition.nothing();
    for (size_t i = 0; i < sum.size(); ++i)
      editor.addBefore(nest, group.made(of, "_sum_init",
                                        with(shape.around, level.group), sum[i],
                                        nothing[i]));
  }
  return sums;
}

void Realizer::composeChunksInOrder(const ScanLevel &level,
                                    const InameCopies &copies) {
  Nest nest = group.sumLanes(shape.around, copies, level);
  clearTotals(nest);
  std::vector<Registers> sums = beginSums(nest, level);
  if (memory.hasItems()) {
    group.composeLanes(nest, level);
    Expr end = Expr::integer(memory.lanes() - 1);
    for (size_t k = 0; k < all.size(); ++k) {
      const Running &of = all[k];
      Values sum = memory.at(sums[k], of.scan->type, level);
      Values next =
          of.scan->composition.composed(sum, group.composed(of, level, end));
      // What comes last is composed of what comes first.
      for (size_t i = sum.size(); i-- > 0;)
        editor.addBehind(nest,
                         group.made(of, "_sum", level.inames, sum[i], next[i]));
    }
  }
  for (size_t k = 0; k < all.size(); ++k) {
    const Running &of = all[k];
    Values sum = memory.at(sums[k], of.scan->type, level);
    Values to = ScanMemory::elementsOf(of.totals, memory.groupOffset(level));
    for (size_t i = 0; i < sum.size(); ++i)
      editor.addBehind(nest,
                       group.made(of, "_total", with(shape.around, level.group),
                                  to[i], sum[i]));
  }
}

// What the chunk of each group does, in the first launch.
void Realizer::sumChunks() {
  for (Running &of : all) {
    of.totals.clear();
    for (size_t i = 0; i < of.scan->composition.width(); ++i)
      of.totals.push_back(memory.globalArray(of, "_totals"));
  }
  InameCopies copies = editor.copyInames(loops, "_sum");
  ScanLevel level = levelOf(copies, shape.around);
  bool inAnyOrder = llvm::none_of(
      all, [](const Running &of) { return of.scan->composition.isLinear(); });
  if (memory.hasItems() && inAnyOrder)
    addUpChunks(level, copies);
  else
    composeChunksInOrder(level, copies);
}

void Realizer::addBarrier() {
  Instruction barrier;
  barrier.id = all.front().id + "_barrier";
  barrier.inames = shape.around;
  barrier.range = all.front().range;
  barrier.body = BarrierBody{BarrierScope::Global};
  editor.addBefore(body, std::move(barrier));
}

// In the order of the totals, of each as many values as the scan's own have.
//   chunk, instance, item
Inames Realizer::loopsOverTotals() {
  std::string base = shape.group + "_start";
  Set domain = memory.groupRange().offsets(base);
  if (!memory.hasItems())
    return {editor.addIname(base, domain, InameTag())};
  std::string chunk = base + "_outer", instance = base + "_instance",
              item = base + "_inner";
  Inames names{chunk};
  std::vector<InameTag> tags{InameTag()};
  Set ranges = Set::universe();
  PwAff place = PwAff::constant(0);
  auto add = [&](const std::string &name, int64_t count) {
    PwAff at = PwAff::name(name);
    ranges = ranges.intersect(at.ge(PwAff::constant(0)))
                 .intersect(at.lt(PwAff::constant(count)));
    place = place.scaled(count) + at;
  };
  place = PwAff::name(chunk);
  if (memory.hasInner()) {
    add(instance, memory.instances());
    names.push_back(instance);
    tags.push_back(editor.kernel().tagOf(shape.inner));
  }
  add(item, memory.lanes());
  names.push_back(item);
  tags.push_back(editor.kernel().tagOf(shape.item));
  return editor.addInames(
      names,
      domain.flat().equate(base, place).project({base}).intersect(ranges),
      tags);
}

// s where each group begins, in the second launch: a scan of the totals.
void Realizer::startChunks() {
  for (Running &of : all)
    of.starts = memory.globalArray(of, "_starts");
  Inames loops = loopsOverTotals();
  Expr at = Expr::var(loops[0]);
  if (loops.size() > 2)
    at = Expr::var(loops[1]) + at * memory.instances();
  if (loops.size() > 1)
    at = Expr::var(loops.back()) + at * memory.lanes();
  std::vector<Instruction> steps;
  for (const Running &of : all) {
    steps.push_back(group.made(
        of, "_start", {}, ScanMemory::elementOf(of.starts, at), of.variable));
    steps.push_back(
        group.made(of, "_chunk", {}, of.variable,
                   of.scan->composition.applied(
                       ScanMemory::elementsOf(of.totals, at), of.variable)));
  }
  editor.addLoopBefore(body, shape.around, loops, std::move(steps));
}

Kernel Realizer::run() {
  if (shape.looksBack) {
    back.prepare(body);
    addBarrier();
  } else if (memory.hasGroups()) {
    sumChunks();
    addBarrier();
    startChunks();
    addBarrier();
  }
  scanChunk();
  if (shape.looksBack)
    back.end(body, original);
  return editor.take();
}

Kernel loopyc::realizeTogether(const Kernel &kernel,
                               const std::vector<Scan> &scans) {
  return Realizer(kernel, scans).run();
}
