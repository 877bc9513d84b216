#include "DependenceScan.h"

#include "loopyc/Analysis/FallingFlags.h"
#include "loopyc/IR/IntegerSum.h"

#include <algorithm>
#include <iterator>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static bool sameLocationText(const AccessInfo &a, const AccessInfo &b) {
  if (a.location.size() != b.location.size())
    return false;
  for (size_t i = 0; i < a.location.size(); ++i) {
    if (!a.location[i])
      continue; // any: covers everything
    if (!b.location[i] || a.location[i] != b.location[i])
      return false;
  }
  return true;
}

void DependenceScan::run() {
  std::map<std::string, AccessList> byVariable;
  std::map<std::string, bool> isWritten;
  for (size_t i = 0; i < graph.accs.size(); ++i) {
    byVariable[access(i).variable].push_back(i);
    isWritten[access(i).variable] |= access(i).write;
  }
  for (const auto &[name, accesses] : byVariable)
    if (isWritten[name])
      scanVariable(accesses);
    else
      graph.open.insert(accesses.begin(), accesses.end());
}

// Axes along which every access has a literal subscript split the accesses
// into independent groups (y(i,j,1), y(i,j,2), ...).
void DependenceScan::scanVariable(const AccessList &accesses) {
  size_t rank = access(accesses.front()).location.size();
  std::vector<bool> literal(rank, true);
  for (int a : accesses)
    for (size_t axis = 0; axis < rank; ++axis) {
      const Expr &where = access(a).location[axis];
      if (!where || !asInteger(where))
        literal[axis] = false;
    }
  std::map<std::vector<int64_t>, AccessList> groups;
  for (int a : accesses) {
    std::vector<int64_t> key;
    for (size_t axis = 0; axis < rank; ++axis)
      if (literal[axis])
        key.push_back(*asInteger(access(a).location[axis]));
    groups[key].push_back(a);
  }
  for (const auto &[key, group] : groups) {
    AccessList updates;
    int written = 0;
    for (int a : group) {
      written += access(a).write;
      if (access(a).write && access(a).update)
        updates.push_back(a);
    }
    if (written == 0) {
      graph.open.insert(group.begin(), group.end());
      continue;
    }
    loneWriter = written == 1;
    updatesAreFree = false;
    for (size_t i = 1; i < updates.size() && !updatesAreFree; ++i)
      updatesAreFree = freelyOrdered(updates[0], updates[i]) ||
                       freelyOrdered(updates[i - 1], updates[i]);
    lifetimeLoops = lifetimeOf(group);
    for (int first : scanBody(group, 0).up)
      if (!access(first).write)
        graph.open.insert(first);
  }
}

int DependenceScan::lifetimeOf(const AccessList &accesses) const {
  VariablePtr variable =
      graph.knl.findVariable(access(accesses.front()).variable);
  std::vector<const Instruction *> users;
  for (int a : accesses)
    users.push_back(&insn(a));
  return variable ? loopyc::lifetimeLoops(*variable, users) : 0;
}

DependenceScan::Exposed DependenceScan::scanBody(const AccessList &accesses,
                                                 int depth) {
  // Statements and loops of this body, by position; leaves before a loop at
  // the same position, and leaves apart by instruction.
  std::map<std::tuple<int64_t, bool, int>, AccessList> items;
  for (int a : accesses) {
    bool inLoop = loopDepth(insn(a)) > depth;
    items[{positionAt(insn(a), depth), inLoop,
           inLoop ? 0 : access(a).instruction}]
        .push_back(a);
  }
  Exposed result;
  AccessList live;
  std::map<int, GuardCover> hiders; // of what is live, under conditions
  for (const auto &[where, item] : items) {
    Exposed part = std::get<1>(where) ? scanLoop(item, depth) : leaf(item);
    for (int sink : part.up)
      if (!connect(sink, live, depth))
        result.up.push_back(sink);
    AccessList still;
    for (int old : live) {
      bool dead = false;
      for (int now : part.down)
        if (auto under = dead ? std::nullopt : killsUnder(now, old, depth))
          dead = under->empty() || hiders[old].add(std::move(*under), guards);
      if (!dead)
        still.push_back(old);
    }
    still.insert(still.end(), part.down.begin(), part.down.end());
    live = std::move(still);
  }
  result.down = std::move(live);
  return result;
}

// Edges from what is live to `sink`, latest first; true if writes on the way
// cover it.
bool DependenceScan::connect(int sink, const AccessList &live, int depth) {
  OrderLevel level{depth, false};
  GuardCover hiders;
  Hidden hidden{depth, {}};
  for (auto source = live.rbegin(); source != live.rend(); ++source) {
    if (!access(*source).write && !access(sink).write)
      continue;
    if (disjoint(*source, sink, level))
      continue;
    addEdge(*source, sink, level);
    auto under = killsUnder(*source, sink, depth);
    if (!under)
      continue;
    if (access(*source).update)
      hidden.behind.push_back(*source);
    if (!under->empty() && !hiders.add(std::move(*under), guards))
      continue;
    hiddenAt[sink] = std::move(hidden);
    for (auto beside = std::next(source);
         beside != live.rend() && shareLoop(*beside, *source, depth); ++beside)
      if ((access(*beside).write || access(sink).write) &&
          !disjoint(*beside, sink, level) &&
          !isAlwaysBefore(*beside, *source, depth))
        addEdge(*beside, sink, level);
    return true;
  }
  return false;
}

bool DependenceScan::shareLoop(int a, int b, int depth) const {
  return loopDepth(insn(a)) > depth && loopDepth(insn(b)) > depth &&
         positionAt(insn(a), depth) == positionAt(insn(b), depth);
}

// Of two accesses in one loop, `first` before `second` in each iteration: do
// they touch an element in the same iterations only? Otherwise an element may
// be touched by `first` in an iteration after that of `second`:
//   do i: o(i) = o(i - 1)
bool DependenceScan::isAlwaysBefore(int first, int second, int depth) {
  for (int d = depth; shareLoop(first, second, d); ++d)
    if (!disjoint(second, first, {d, true}))
      return false;
  return true;
}

DependenceScan::Exposed DependenceScan::leaf(const AccessList &accesses) {
  return {accesses, accesses};
}

DependenceScan::Exposed DependenceScan::scanLoop(const AccessList &accesses,
                                                 int depth) {
  Exposed body = scanBody(accesses, depth + 1);
  OrderLevel level{depth, true};
  // Where a lifetime begins, what is read or updated has been written since:
  // that write comes behind all of the iterations before.
  if (depth < lifetimeLoops)
    body.up.erase(std::remove_if(body.up.begin(), body.up.end(),
                                 [&](int a) {
                                   return !access(a).write || access(a).update;
                                 }),
                  body.up.end());
  for (int source : body.down)
    for (int sink : body.up)
      if ((access(source).write || access(sink).write) &&
          !disjoint(source, sink, level))
        addEdge(source, sink, level);
  connectSelfUpdates(accesses, depth);
  return body;
}

int DependenceScan::hidingDepth(int access, Depths &known) const {
  auto found = hiddenAt.find(access);
  if (found == hiddenAt.end())
    return 0;
  auto [depth, isNew] = known.try_emplace(access, found->second.depth);
  if (!isNew)
    return depth->second;
  int result = depth->second;
  for (int update : found->second.behind)
    result = std::min(result, hidingDepth(update, known));
  return known[access] = result;
}

// Updates may be exchanged, so order does not carry from one to the next: each
// needs its own edge to its later instances, and to those of updates that run
// in other loops. Not where a plain write starts afresh in each iteration.
void DependenceScan::connectSelfUpdates(const AccessList &accesses, int depth) {
  OrderLevel level{depth, true};
  AccessList updates;
  std::set<std::vector<std::string>> loops;
  Depths known;
  for (int a : accesses)
    if (access(a).write && access(a).update &&
        std::max(hidingDepth(a, known), lifetimeLoops) <= depth) {
      updates.push_back(a);
      loops.insert(insn(a).inames);
      if (!disjoint(a, a, level))
        addEdge(a, a, level);
    }
  if (loops.size() < 2)
    return;
  for (int a : updates)
    for (int b : updates)
      if (a != b && access(a).update == access(b).update &&
          insn(a).inames != insn(b).inames && !disjoint(a, b, level))
        addEdge(a, b, level);
}

// Both update by the same operation, each indivisibly: they may overlap.
bool DependenceScan::areAtomic(int source, int sink) const {
  const AccessInfo &a = access(source), &b = access(sink);
  return a.update && a.update == b.update && a.atomic && b.atomic;
}

// Both update by the same operation, in different loops that share an iname, or
// atomically: a schedule may run them in either order.
bool DependenceScan::freelyOrdered(int source, int sink) const {
  const AccessInfo &a = access(source), &b = access(sink);
  if (!a.update || a.update != b.update)
    return false;
  if (a.instruction == b.instruction || areAtomic(source, sink))
    return true;
  const Instruction &x = insn(source), &y = insn(sink);
  int depth = std::max(loopDepth(x), loopDepth(y));
  if (samePath(x, y, depth))
    return false;
  for (const std::string &iname : x.inames)
    if (y.within(iname))
      return true;
  return false;
}

// Does the write hide the other access, and under which conditions only?
std::optional<Guards> DependenceScan::killsUnder(int write, int other,
                                                 int depth) {
  // What may be exchanged with others passes no order on.
  if (!access(write).write ||
      (access(write).update && (updatesAreFree || access(write).atomic)))
    return std::nullopt;
  auto under = coversPlainlyUnder(write, other, depth);
  if (under && under->empty())
    return under;
  return covers(write, other, depth) ? Guards() : under;
}

const DependenceScan::Determined &DependenceScan::determinedBy(int write,
                                                               int depth) {
  auto [known, isNew] = determined.try_emplace({write, depth});
  Determined &result = known->second;
  if (!isNew)
    return result;
  const Instruction &w = insn(write);
  std::set<std::string> arrays;
  for (int d = 0; d < depth; ++d)
    collectNames(loopAt(w, d), result.inames, arrays);
  for (const Expr &where : access(write).location)
    if (const auto *iname = where ? where.getIf<VarRef>() : nullptr)
      result.inames.insert(iname->name);
  result.areAll = std::all_of(
      w.inames.begin(), w.inames.end(), [&](const std::string &iname) {
        return result.inames.count(iname) > 0;
      });
  return result;
}

// The plain case: `write` names the same element in the same words, and these
// words (or the loops in common) say in which of its instances.
std::optional<Guards> DependenceScan::coversPlainlyUnder(int write, int other,
                                                         int depth) {
  const Instruction &w = insn(write), &o = insn(other);
  const Determined &known = determinedBy(write, depth);
  if (!known.areAll || !sameLocationText(access(write), access(other)))
    return std::nullopt;
  for (int d = 0; d < depth; ++d)
    if (loopAt(w, d) != loopAt(o, d))
      return std::nullopt;
  for (const std::string &iname : w.inames)
    if (!o.within(iname))
      return std::nullopt;
  if (!isDataStable(write, other, depth))
    return std::nullopt;
  return openGuards(write, other, depth, known.inames);
}

// Are the subscripts of the write, if they are data, the same at the other
// access?
bool DependenceScan::isDataStable(int write, int other, int depth) const {
  return std::all_of(
      access(write).location.begin(), access(write).location.end(),
      [&](const Expr &where) {
        return !where ||
               graph.stable.between(insn(write), insn(other), depth, where);
      });
}

// Where `o` runs, has `w` run before, as far as its guards go: those that may
// have another value at `o` guard that, too, and have held?
bool DependenceScan::heldBefore(const Instruction &w, const Instruction &o,
                                int depth) const {
  return std::all_of(
      w.predicates.begin(), w.predicates.end(), [&](const Expr &guard) {
        return graph.stable.between(w, o, depth, guard) ||
               (std::find(o.predicates.begin(), o.predicates.end(), guard) !=
                    o.predicates.end() &&
                loopyc::heldBefore(graph.knl, w, o, depth, guard));
      });
}

// The guards of `write` that `other` has not; nullopt where one may have
// another value there. `same`: inames that have one value at both.
std::optional<Guards>
DependenceScan::openGuards(int write, int other, int depth,
                           const std::set<std::string> &same) {
  const Instruction &w = insn(write), &o = insn(other);
  const std::set<std::string> &inames = guards.inames(w);
  if (!std::includes(same.begin(), same.end(), inames.begin(), inames.end()) ||
      !(guards.areStable(w, o, depth) || heldBefore(w, o, depth)))
    return std::nullopt;
  const Guards &own = guards.of(w), &others = guards.of(o);
  Guards open; // no more of them than anyone looks at
  auto held = others.begin();
  for (int guard : own) {
    held = std::find_if(held, others.end(),
                        [&](int known) { return known >= guard; });
    if (held != others.end() && *held == guard)
      continue;
    open.push_back(guard);
    if (open.size() > GuardCover::mostGuards)
      break;
  }
  return open;
}

// Where only one instruction writes, and its iterations write different
// elements, there is nothing that it could hide.
bool DependenceScan::hidesNothing(int write, int other, int depth) {
  for (int d = 0; d < depth; ++d)
    if (!disjoint(write, other, {d, true}))
      return false;
  return loneWriter;
}

// Within one iteration of the loops in common, does the other access run only
// where the conditions of the write have held?
bool DependenceScan::shareGuards(int write, int other, int depth) {
  std::set<std::string> common, arrays;
  for (int d = 0; d < depth; ++d)
    collectNames(loopAt(insn(write), d), common, arrays);
  auto open = openGuards(write, other, depth, common);
  return open && open->empty();
}

// Is it known which instances of the write run, if only by data in the bounds
// of its loops that are the same at the other access, and by conditions that
// hold there, too?
bool DependenceScan::haveStableBounds(int write, int other, int depth) {
  const int instruction = access(write).instruction;
  const std::vector<std::string> &data = graph.sets.dataOf(instruction);
  return (graph.sets.exactWithData(instruction) ||
          shareGuards(write, other, depth)) &&
         std::all_of(data.begin(), data.end(), [&](const std::string &name) {
           return graph.stable.between(insn(write), insn(other), depth,
                                       Expr::var(name));
         });
}

// Most writes that do not cover another access miss the first of its elements
// that comes to hand. Of one point, isl sees that at once; of all of them,
// where work-items number elements through, it takes minutes.
static bool leavesOut(const Set &written, const Set &touched) {
  auto point = touched.sample();
  return point && !written.contains(*point);
}

bool DependenceScan::covers(int write, int other, int depth) {
  if (!haveStableBounds(write, other, depth) ||
      disjoint(write, other, {depth, false}) ||
      hidesNothing(write, other, depth) || !graph.hasAffineLocation(write))
    return false;
  for (int d = 0; d < depth; ++d)
    if (!graph.affine(loopAt(insn(write), d)))
      return false;
  const std::vector<std::string> &data =
      graph.sets.dataOf(access(write).instruction);
  const auto &[written, writtenNumber] = footprint(write, depth, data);
  const auto &[touched, touchedNumber] = footprint(other, depth, data);
  if (writtenNumber == touchedNumber)
    return true;
  auto [memo, isNew] =
      graph.shared->covers.try_emplace({writtenNumber, touchedNumber}, false);
  if (isNew)
    memo->second = !leavesOut(written, touched) && touched.isSubset(written);
  return memo->second;
}

// { [loops down to depth] -> element } as a flat set over t0, t1, ... and
// e0, e1, ..., for values of these data in bounds; a subscript that is not
// affine touches everything. Accesses of the same words have one in common.
// None is outside of an array; but a dummy may be longer than it is declared.
const DependenceScan::Footprint &
DependenceScan::footprint(int index, int depth,
                          const std::vector<std::string> &data) {
  const AccessInfo &a = access(index);
  const Instruction &own = insn(index);
  std::string words = graph.sets.key(a.instruction);
  for (int d = 0; d < depth; ++d)
    words += "|" + loopAt(own, d).str();
  for (const Expr &where : a.location)
    words += "," + (where ? where.str() : std::string());
  for (const std::string &name : data)
    words += ";" + name;
  VariablePtr variable = graph.knl.findVariable(a.variable);
  auto extentAlong = [&](size_t axis) {
    return variable && variable->isTemporary() && axis < variable->axes.size()
               ? variable->axes[axis].extent
               : Expr();
  };
  for (size_t axis = 0; axis < a.location.size(); ++axis)
    if (Expr extent = extentAlong(axis))
      words += "<" + extent.str();
  auto [it, isNew] = graph.shared->footprints.try_emplace(words);
  if (!isNew)
    return it->second;
  poly::Names others;
  for (const std::string &name : graph.sets.dataOf(a.instruction))
    if (std::find(data.begin(), data.end(), name) == data.end())
      others.push_back(name);
  Set set = graph.sets.withData(a.instruction).project(others);
  for (int d = 0; d < depth; ++d)
    if (auto time = graph.affine(loopAt(own, d)))
      set = set.equate(auxiliaryName("t" + std::to_string(d)), *time);
  for (size_t axis = 0; axis < a.location.size(); ++axis) {
    const std::string element = auxiliaryName("e" + std::to_string(axis));
    if (a.location[axis])
      if (auto where = graph.affine(a.location[axis]))
        set = set.equate(element, *where);
    Expr extent = extentAlong(axis);
    if (auto end = extent ? graph.affine(extent) : std::nullopt) {
      PwAff at = PwAff::name(element);
      set = set.intersect(at.ge(PwAff::constant(0)).flat())
                .intersect(at.lt(*end).flat());
    }
  }
  set = set.project(own.inames).coalesce();
  auto &numbers = graph.shared->footprintNumbers;
  int number =
      numbers.try_emplace(set.str(), static_cast<int>(numbers.size()))
          .first->second;
  return it->second = {set, number};
}

// Most subscripts are the loop's iname itself.
static std::optional<int64_t> distance(const Expr &where, const Expr &loop) {
  if (where == loop)
    return 0;
  bool isPlain = where.type() == loop.type() && where.type().isInteger();
  return isPlain ? constantDifference(where, loop) : asInteger(where - loop);
}

const std::vector<std::optional<int64_t>> &
DependenceScan::loopOffsets(int index, int depth) {
  auto [known, isNew] = offsets.try_emplace({index, depth});
  if (isNew) {
    Expr loop = loopAt(insn(index), depth);
    const auto *iname = loop.getIf<VarRef>();
    auto mayFollow = [&](const Expr &where) {
      return where && (!iname || mentions(where, iname->name));
    };
    for (const Expr &where : access(index).location)
      known->second.push_back(mayFollow(where) ? distance(where, loop)
                                               : std::nullopt);
  }
  return known->second;
}

// Certainly different elements, by looking at the subscripts alone.
bool DependenceScan::disjoint(int source, int sink, OrderLevel level) {
  const AccessInfo &a = access(source), &b = access(sink);
  for (size_t axis = 0; axis < a.location.size(); ++axis) {
    const Expr &x = a.location[axis], &y = b.location[axis];
    if (!x || !y)
      continue;
    auto cx = asInteger(x), cy = asInteger(y);
    if (cx && cy && *cx != *cy)
      return true;
    if (!level.carried)
      continue;
    // Subscript = loop + constant on both sides, and the loop's iterations
    // differ.
    auto ox = loopOffsets(source, level.depth)[axis];
    if (ox && ox == loopOffsets(sink, level.depth)[axis])
      return true;
  }
  return false;
}

static bool readsAndWritesOneUpdate(const AccessInfo &a, const AccessInfo &b) {
  return a.update && a.update == b.update && !(a.write && b.write);
}

void DependenceScan::addEdge(int source, int sink, OrderLevel level) {
  const AccessInfo &a = access(source), &b = access(sink);
  bool free = level.carried ? a.update && a.update == b.update
                            : freelyOrdered(source, sink);
  // Of two updates, the edge between the writes stands for all.
  if (free && readsAndWritesOneUpdate(a, b))
    return;
  uint64_t pair = static_cast<uint64_t>(source) << 32 | sink;
  auto [known, isNew] = edgeOf.try_emplace(pair, graph.list.size());
  if (!isNew) {
    DependenceEdge &edge = graph.list[known->second];
    edge.identity = false;
    if (std::find(edge.levels.begin(), edge.levels.end(), level) ==
        edge.levels.end())
      edge.levels.push_back(level);
    // Ordered at one level: ordered.
    if (!edge.ordered && !free) {
      edge.kind = DependenceKind::Output;
      edge.ordered = true;
    }
    return;
  }
  DependenceEdge edge;
  edge.source = a.instruction;
  edge.sink = b.instruction;
  edge.sourceAccess = source;
  edge.sinkAccess = sink;
  edge.levels = {level};
  edge.kind = free       ? DependenceKind::Update
              : !a.write ? DependenceKind::Anti
              : b.write  ? DependenceKind::Output
                         : DependenceKind::Flow;
  edge.ordered = !free;
  edge.exclusive = !areAtomic(source, sink);
  const Instruction &x = insn(source), &y = insn(sink);
  edge.identity = !level.carried && loopDepth(x) == level.depth &&
                  loopDepth(y) == level.depth && x.inames == y.inames;
  for (int d = 0; edge.identity && d < level.depth; ++d)
    edge.identity = loopAt(x, d) == loopAt(y, d);
  graph.list.push_back(std::move(edge));
}
