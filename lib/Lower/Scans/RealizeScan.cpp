#include "Scans/RealizeScan.h"

#include "Scans/NestEditor.h"
#include "Reductions/ReductionRanges.h"
#include "loopyc/Lower/Lower.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

using Inames = std::vector<std::string>;
using Values = Composition::Values;

namespace {

// Temporaries of the work-items, with a value for each work-group, or for each
// lane of them.
struct Registers {
  std::vector<std::string> names;
  bool hasLanes = false;
};

// What becomes of one of the scans.
struct Running {
  const Scan *scan;
  std::string id; // of its first update
  SourceRange range;
  Expr variable;                              // s
  std::vector<std::string> updates, computed; // ids; updates and operands
  std::map<std::string, Expr> factors;        // by id
  Registers piece;                 // what the iterations of a lane do
  Registers carry;                 // s where a step of the group begins
  Registers value;                 // s in the iterations of a lane
  std::vector<std::string> shared; // pieces of all lanes, in local memory
  Values totals;                   // what the groups' chunks do, ...
  Expr starts;                     // s where they begin; in global memory
};

class Realizer {
public:
  Realizer(const Kernel &kernel, const std::vector<Scan> &scans);

  Kernel run();

private:
  // Where pieces are put together: the inames of a nest in the places of the
  // scan's own.
  struct Level {
    Inames inames;     // around the lanes
    std::string group; // "" if there is none
    std::string item;
  };

  void sumChunks();
  void addUpChunks(const Level &level,
                   const std::map<std::string, std::string> &copies);
  void composeChunksInOrder(const Level &level,
                            const std::map<std::string, std::string> &copies);
  void clearTotals(const Nest &nest);
  void startChunks();
  void addBarrier();
  void scanChunk();
  Nest copyUpdates(const Inames &shared,
                   const std::map<std::string, std::string> &copies,
                   const std::function<Values(const Running &)> &piece);
  void beginPieces(const Nest &nest, const Level &level);
  void composeLanes(Nest &nest, const Level &level);

  void stepLanes(Nest &nest, const Level &level, int64_t distance, int from);
  void enterLanes(Nest &nest, const Level &level);
  void readRunningValues();

  Registers registers(const Running &of, const std::string &suffix,
                      bool hasLanes, size_t count);
  Values at(const Registers &registers, Type type, const Level &level,
            const Expr &lane = Expr()) const;
  Values sharedAt(const Running &of, const Level &level, int buffer,
                  const Expr &lane) const;
  Expr globalArray(const Running &of, const std::string &suffix);
  static Expr elementOf(const Expr &array, const Expr &subscript);
  static Values elementsOf(const Values &arrays, const Expr &subscript);
  Expr groupOffset(const Level &level) const {
    return fold(Expr::var(level.group) - groups.low);
  }
  Expr itemOffset(const std::string &item) const {
    return fold(Expr::var(item) - items.low);
  }
  std::string laneIname();
  Level ownLevel() const;
  Inames sharers() const;
  Instruction made(const Running &of, const std::string &suffix,
                   const Inames &inames, const Expr &assignee,
                   const Expr &value) const;
  bool hasGroups() const { return !shape.group.empty(); }
  bool hasItems() const { return !shape.item.empty(); }
  int64_t lanes() const { return *asInteger(items.count); }

  NestEditor editor;
  const Kernel &kernel; // the editor's
  const Scan &shape;    // common to all
  std::vector<Running> all;
  Nest body;    // what uses the running values
  Inames loops; // of the body, inside the region
  InameRange groups, items;
  int buffer = 0; // of the local arrays, where the pieces of lanes are now
};

} // namespace

static Inames with(Inames inames, const std::string &iname) {
  if (!iname.empty())
    inames.push_back(iname);
  return inames;
}

Realizer::Realizer(const Kernel &original, const std::vector<Scan> &scans)
    : editor(original), kernel(editor.kernel()), shape(scans.front()) {
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
  if (hasGroups())
    groups = rangeOf(original, shape.group);
  if (hasItems())
    items = rangeOf(original, shape.item);
}

Realizer::Level Realizer::ownLevel() const {
  Inames inames = with(shape.around, shape.group);
  llvm::append_range(inames, shape.outer);
  return {inames, shape.group, shape.item};
}

// Loops around which are in one work-item at once, or on its group's others.
Inames Realizer::sharers() const {
  Inames result;
  for (const std::string &iname : shape.around)
    if (InameTag tag = kernel.tagOf(iname); tag.isLocal() || tag.isInnermost())
      result.push_back(iname);
  return result;
}

Instruction Realizer::made(const Running &of, const std::string &suffix,
                           const Inames &inames, const Expr &assignee,
                           const Expr &value) const {
  Instruction insn;
  insn.id = of.id + suffix;
  insn.inames = inames;
  insn.range = of.range;
  insn.tags = {reductionStepTag};
  insn.body = assign(assignee, value);
  return insn;
}

// An iname at the place of the item's, for all of its lanes.
std::string Realizer::laneIname() {
  std::string base = shape.item + "_lane";
  return editor.addIname(base, items.offsets(base), kernel.tagOf(shape.item));
}

Registers Realizer::registers(const Running &of, const std::string &suffix,
                              bool hasLanes, size_t count) {
  std::vector<Axis> axes;
  if (hasGroups())
    axes.push_back({Expr(), ReusedAxis{}, shape.group});
  if (hasLanes && hasItems())
    axes.push_back({Expr(), ReusedAxis{}, shape.item});
  Registers result;
  result.hasLanes = hasLanes && hasItems();
  for (size_t i = 0; i < count; ++i)
    result.names.push_back(
        editor.addTemporary(of.scan->variable + suffix, of.scan->type,
                            AddressSpace::Private, axes, of.range));
  return result;
}

Values Realizer::at(const Registers &registers, Type type, const Level &level,
                    const Expr &lane) const {
  std::vector<Expr> subscripts;
  if (hasGroups())
    subscripts.push_back(groupOffset(level));
  if (registers.hasLanes)
    subscripts.push_back(lane ? lane : itemOffset(level.item));
  Values result;
  for (const std::string &name : registers.names)
    result.push_back(subscripts.empty() ? Expr::var(name, type)
                                        : Expr::array(name, subscripts, type));
  return result;
}

// --- what the iterations of one work-item do

// Copies of the updates, of which each makes its step in the piece of the nest.
Nest Realizer::copyUpdates(
    const Inames &shared, const std::map<std::string, std::string> &copies,
    const std::function<Values(const Running &)> &pieceOf) {
  Nest nest;
  for (const Running &of : all) {
    Values piece = pieceOf(of);
    Substitution temporaries;
    for (const std::string &id : of.computed)
      if (!llvm::is_contained(of.updates, id))
        for (const Expr &assignee : editor.instruction(id).assignees()) {
          const std::string &name = assignee.getIf<VarRef>()->name;
          if (temporaries.count(name))
            continue;
          Variable copy = *kernel.findVariable(name);
          temporaries[name] =
              Expr::var(editor.addTemporary(name + "_ahead", copy.type,
                                            copy.space, {}, copy.range),
                        copy.type);
        }
    auto change = [&](const Instruction &insn) {
      auto withName = [&](std::string suffix) {
        Instruction result = insn;
        result.id += suffix;
        return result;
      };
      std::vector<Instruction> made;
      if (!llvm::is_contained(of.updates, insn.id))
        made.push_back(withName("_ahead"));
      else if (!of.scan->composition.isLinear()) {
        Substitution s{{of.scan->variable, piece[0]}};
        made.push_back(withName("_piece"));
        made.back().body =
            assign(piece[0], substitute(insn.values().front(), s));
      } else {
        // b = a*b + ..., as s would be; and its factor.
        Substitution s{{of.scan->variable, piece[1]}};
        made.push_back(withName("_piece"));
        made.back().body =
            assign(piece[1], substitute(insn.values().front(), s));
        const Expr &factor = of.factors.at(insn.id);
        made.push_back(withName("_factor"));
        made.back().body =
            assign(piece[0], Expr::binary(BinaryOp::Mul, factor, piece[0]));
      }
      for (Instruction &copy : made)
        copy = *mapExprs(
            std::make_shared<const Instruction>(copy),
            [&](const Expr &e) { return substitute(e, temporaries); });
      return made;
    };
    Nest own = editor.addCopies(body, of.computed, shared, copies, change);
    llvm::append_range(nest.ids, own.ids);
  }
  return nest;
}

void Realizer::beginPieces(const Nest &nest, const Level &level) {
  std::string lane = hasItems() ? laneIname() : "";
  for (Running &of : all) {
    Values piece = at(of.piece, of.scan->type, level,
                      hasItems() ? Expr::var(lane) : Expr());
    Values nothing = of.scan->composition.nothing();
    for (size_t i = 0; i < piece.size(); ++i)
      editor.addBefore(nest, made(of, "_nothing", with(level.inames, lane),
                                  piece[i], nothing[i]));
  }
}

// --- in a group, through local memory: what each lane and those ahead of it do

// t[lane, buffer, inames that share the memory; group]
Values Realizer::sharedAt(const Running &of, const Level &level, int buffer,
                          const Expr &lane) const {
  std::vector<Expr> subscripts{lane, Expr::integer(buffer)};
  for (const std::string &iname : sharers())
    subscripts.push_back(fold(Expr::var(iname) - rangeOf(kernel, iname).low));
  if (hasGroups())
    subscripts.push_back(groupOffset(level));
  Values result;
  for (const std::string &name : of.shared)
    result.push_back(Expr::array(name, subscripts, of.scan->type));
  return result;
}

// t'[l] = t[l - distance] then t[l]
void Realizer::stepLanes(Nest &nest, const Level &level, int64_t distance,
                         int from) {
  std::string iname = laneIname();
  Expr lane = Expr::var(iname), first = Expr::integer(distance);
  Inames inames = with(level.inames, iname);
  std::string suffix = "_" + std::to_string(distance);
  Expr isLater = Expr::binary(BinaryOp::Ge, lane, first);
  for (const Running &of : all) {
    Values here = sharedAt(of, level, from, lane),
           to = sharedAt(of, level, 1 - from, lane);
    Values step = of.scan->composition.composed(
        sharedAt(of, level, from, lane - distance), here);
    for (size_t i = 0; i < to.size(); ++i)
      editor.addBehind(nest, made(of, suffix, inames, to[i],
                                  Expr::select(isLater, step[i], here[i])));
  }
}

// Two buffers: what a step reads, no other lane overwrites in it.
void Realizer::composeLanes(Nest &nest, const Level &level) {
  for (Running &of : all) {
    std::vector<Axis> axes{{items.count, NestedAxis{0}, ""},
                           {Expr::integer(2), NestedAxis{0}, ""}};
    for (const std::string &iname : sharers())
      axes.push_back({rangeOf(kernel, iname).count, NestedAxis{0}, ""});
    if (hasGroups())
      axes.push_back({Expr(), ReusedAxis{}, shape.group});
    of.shared.clear();
    for (size_t i = 0; i < of.scan->composition.width(); ++i)
      of.shared.push_back(
          editor.addTemporary(of.scan->variable + "_shared", of.scan->type,
                              AddressSpace::Local, axes, of.range));
  }
  std::string lane = laneIname();
  for (const Running &of : all) {
    Values piece = at(of.piece, of.scan->type, level, Expr::var(lane));
    Values to = sharedAt(of, level, 0, Expr::var(lane));
    for (size_t i = 0; i < piece.size(); ++i)
      editor.addBehind(
          nest, made(of, "_store", with(level.inames, lane), to[i], piece[i]));
  }
  buffer = 0;
  for (int64_t distance = 1; distance < lanes(); distance *= 2) {
    stepLanes(nest, level, distance, buffer);
    buffer = 1 - buffer;
  }
}

// --- the group's step: s in each lane, and where the next step begins

void Realizer::enterLanes(Nest &nest, const Level &level) {
  std::string iname = laneIname();
  Expr lane = Expr::var(iname), zero = Expr::integer(0);
  Inames inames = with(level.inames, iname);
  for (const Running &of : all) {
    Type type = of.scan->type;
    Expr carry = at(of.carry, type, level).front();
    Expr value = at(of.value, type, level, lane).front();
    Expr ahead = of.scan->composition.applied(
        sharedAt(of, level, buffer, lane - 1), carry);
    editor.addBehind(nest,
                     made(of, "_enter", inames, value,
                          Expr::select(Expr::binary(BinaryOp::Gt, lane, zero),
                                       ahead, carry)));
  }
  for (const Running &of : all) {
    Expr carry = at(of.carry, of.scan->type, level).front();
    Expr end = Expr::integer(lanes() - 1);
    editor.addBehind(nest, made(of, "_step", level.inames, carry,
                                of.scan->composition.applied(
                                    sharedAt(of, level, buffer, end), carry)));
  }
}

void Realizer::readRunningValues() {
  Level level = ownLevel();
  for (const Running &of : all) {
    Expr value = at(of.value, of.scan->type, level).front();
    Substitution s{{of.scan->variable, value}};
    for (const std::string &id : body.ids)
      editor.replace(
          *mapExprs(std::make_shared<const Instruction>(editor.instruction(id)),
                    [&](const Expr &e) { return substitute(e, s); }));
  }
}

void Realizer::scanChunk() {
  Level level = ownLevel();
  Inames start = with(shape.around, shape.group);
  for (Running &of : all) {
    of.carry = registers(of, "_carry", /*hasLanes=*/false, 1);
    of.value =
        hasItems() ? registers(of, "_running", /*hasLanes=*/true, 1) : of.carry;
    of.piece = registers(of, "_piece", /*hasLanes=*/true,
                         of.scan->composition.width());
    Expr from =
        hasGroups() ? elementOf(of.starts, groupOffset(level)) : of.variable;
    editor.addBefore(body,
                     made(of, "_carry", start,
                          at(of.carry, of.scan->type, level).front(), from));
  }
  if (hasItems()) {
    Inames own;
    for (const std::string &iname : loops)
      if (!llvm::is_contained(level.inames, iname))
        own.push_back(iname);
    std::map<std::string, std::string> copies =
        editor.copyInames(own, "_ahead");
    Level ahead = level;
    ahead.item = copies.at(level.item);
    Nest nest = copyUpdates(level.inames, copies, [&](const Running &of) {
      return at(of.piece, of.scan->type, ahead);
    });
    beginPieces(nest, level);
    composeLanes(nest, level);
    enterLanes(nest, level);
  }
  if (!hasGroups())
    for (const Running &of : all)
      editor.addBehind(body, made(of, "_result", shape.around, of.variable,
                                  at(of.carry, of.scan->type, level).front()));
  readRunningValues();
}

// --- across groups, through global memory

Expr Realizer::globalArray(const Running &of, const std::string &suffix) {
  std::string name = editor.addTemporary(
      of.scan->variable + suffix, of.scan->type, AddressSpace::Global,
      {{groups.count, NestedAxis{0}, ""}}, of.range);
  return Expr::var(name, of.scan->type);
}

Expr Realizer::elementOf(const Expr &array, const Expr &subscript) {
  return Expr::array(array.getIf<VarRef>()->name, {subscript}, array.type());
}

Values Realizer::elementsOf(const Values &arrays, const Expr &subscript) {
  Values result;
  for (const Expr &array : arrays)
    result.push_back(elementOf(array, subscript));
  return result;
}

// A reduction in each group, in any order.
void Realizer::addUpChunks(const Level &level,
                           const std::map<std::string, std::string> &copies) {
  Nest nest = copyUpdates(shape.around, copies, [&](const Running &of) {
    return elementsOf(of.totals, groupOffset(level));
  });
  clearTotals(nest);
}

// Groups that have no iterations this time have something to say, too.
void Realizer::clearTotals(const Nest &nest) {
  std::string base = shape.group + "_lane";
  std::string lane =
      editor.addIname(base, groups.offsets(base), kernel.tagOf(shape.group));
  for (const Running &of : all) {
    Values to = elementsOf(of.totals, Expr::var(lane));
    Values nothing = of.scan->composition.nothing();
    for (size_t i = 0; i < to.size(); ++i)
      editor.addBefore(nest, made(of, "_totals_init", with(shape.around, lane),
                                  to[i], nothing[i]));
  }
}

void Realizer::composeChunksInOrder(
    const Level &level, const std::map<std::string, std::string> &copies) {
  for (Running &of : all)
    of.piece = registers(of, "_piece", /*hasLanes=*/true,
                         of.scan->composition.width());
  Nest nest = copyUpdates(shape.around, copies, [&](const Running &of) {
    return at(of.piece, of.scan->type, level);
  });
  clearTotals(nest);
  Inames ofGroup = with(shape.around, level.group);
  std::vector<Registers> sums;
  for (Running &of : all) {
    sums.push_back(hasItems() ? registers(of, "_sum", /*hasLanes=*/false,
                                          of.scan->composition.width())
                              : of.piece);
    Values sum = at(sums.back(), of.scan->type, level);
    Values nothing = of.scan->composition.nothing();
    for (size_t i = 0; i < sum.size(); ++i)
      editor.addBefore(nest,
                       made(of, "_sum_init", ofGroup, sum[i], nothing[i]));
  }
  if (hasItems()) {
    beginPieces(nest, level);
    composeLanes(nest, level);
    Expr end = Expr::integer(lanes() - 1);
    for (size_t k = 0; k < all.size(); ++k) {
      const Running &of = all[k];
      Values sum = at(sums[k], of.scan->type, level);
      Values next =
          of.scan->composition.composed(sum, sharedAt(of, level, buffer, end));
      // What comes last is composed of what comes first.
      for (size_t i = sum.size(); i-- > 0;)
        editor.addBehind(nest, made(of, "_sum", level.inames, sum[i], next[i]));
    }
  }
  for (size_t k = 0; k < all.size(); ++k) {
    const Running &of = all[k];
    Values sum = at(sums[k], of.scan->type, level);
    Values to = elementsOf(of.totals, groupOffset(level));
    for (size_t i = 0; i < sum.size(); ++i)
      editor.addBehind(nest, made(of, "_total", ofGroup, to[i], sum[i]));
  }
}

// What the chunk of each group does, in the first launch.
void Realizer::sumChunks() {
  for (Running &of : all) {
    of.totals.clear();
    for (size_t i = 0; i < of.scan->composition.width(); ++i)
      of.totals.push_back(globalArray(of, "_totals"));
  }
  std::map<std::string, std::string> copies = editor.copyInames(loops, "_sum");
  Level level;
  level.group = copies.at(shape.group);
  level.item = hasItems() ? copies.at(shape.item) : "";
  level.inames = with(shape.around, level.group);
  for (const std::string &iname : shape.outer)
    level.inames.push_back(copies.at(iname));
  bool inAnyOrder = llvm::none_of(
      all, [](const Running &of) { return of.scan->composition.isLinear(); });
  if (hasItems() && inAnyOrder)
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

// s where each group begins, in the second launch: a scan of the totals.
void Realizer::startChunks() {
  for (Running &of : all)
    of.starts = globalArray(of, "_starts");
  std::string base = shape.group + "_start";
  Set domain = groups.offsets(base);
  Inames loops;
  Expr at;
  if (hasItems()) {
    int64_t length = lanes();
    std::string chunk = base + "_outer", item = base + "_inner";
    PwAff lane = PwAff::name(item);
    loops = editor.addInames(
        {chunk, item},
        domain.flat()
            .equate(base, PwAff::name(chunk).scaled(length) + lane)
            .project({base})
            .intersect(lane.ge(PwAff::constant(0)))
            .intersect(lane.lt(PwAff::constant(length))),
        {InameTag(), kernel.tagOf(shape.item)});
    at = Expr::var(loops[1]) + Expr::var(loops[0]) * length;
  } else {
    loops = {editor.addIname(base, domain, InameTag())};
    at = Expr::var(loops[0]);
  }
  std::vector<Instruction> steps;
  for (const Running &of : all) {
    steps.push_back(
        made(of, "_start", {}, elementOf(of.starts, at), of.variable));
    steps.push_back(made(
        of, "_chunk", {}, of.variable,
        of.scan->composition.applied(elementsOf(of.totals, at), of.variable)));
  }
  editor.addLoopBefore(body, shape.around, loops, std::move(steps));
}

Kernel Realizer::run() {
  if (hasGroups()) {
    sumChunks();
    addBarrier();
    startChunks();
    addBarrier();
  }
  scanChunk();
  return editor.take();
}

Kernel loopyc::realizeTogether(const Kernel &kernel,
                               const std::vector<Scan> &scans) {
  return Realizer(kernel, scans).run();
}
