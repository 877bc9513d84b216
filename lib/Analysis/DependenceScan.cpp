#include "DependenceScan.h"

#include "loopyc/Analysis/FallingFlags.h"
#include "loopyc/IR/IntegerSum.h"

#include <algorithm>
#include <iterator>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

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
  JointWrites joint(*this);
  AccessList hiding;
  Hidden hidden{depth, {}};
  for (auto source = live.rbegin(); source != live.rend(); ++source) {
    if (!access(*source).write && !access(sink).write)
      continue;
    if (disjoint(*source, sink, level))
      continue;
    addEdge(*source, sink, level);
    auto under = killsUnder(*source, sink, depth);
    if (under && access(*source).update)
      hidden.behind.push_back(*source);
    const bool isPart = !under && joint.add(*source, sink, depth, under);
    if (under || isPart)
      hiding.push_back(*source);
    if (!under || (!under->empty() && !hiders.add(std::move(*under), guards)))
      continue;
    hiddenAt[sink] = std::move(hidden);
    for (auto beside = std::next(source);
         beside != live.rend() && shareLoop(*beside, *source, depth); ++beside)
      if ((access(*beside).write || access(sink).write) &&
          !disjoint(*beside, sink, level) &&
          !isAlwaysBefore(*beside, hiding, depth))
        addEdge(*beside, sink, level);
    return true;
  }
  return false;
}

bool DependenceScan::shareLoop(int a, int b, int depth) const {
  return loopDepth(insn(a)) > depth && loopDepth(insn(b)) > depth &&
         positionAt(insn(a), depth) == positionAt(insn(b), depth);
}

// Of accesses in one loop, `first` before the others in each iteration: do they
// touch an element in the same iterations only? Otherwise an element may be
// touched by `first` in an iteration after that of another:
//   do i: o(i) = o(i - 1)
bool DependenceScan::isAlwaysBefore(int first, const AccessList &others,
                                    int depth) {
  return std::all_of(others.begin(), others.end(), [&](int other) {
    for (int d = depth; shareLoop(first, other, d); ++d)
      if (!disjoint(other, first, {d, true}))
        return false;
    return true;
  });
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

// Most subscripts are the loop's iname itself.
static std::optional<int64_t> distance(const Expr &where, const Expr &loop) {
  if (where == loop)
    return 0;
  bool isPlain = where.type() == loop.type() && where.type().isInteger();
  return isPlain ? constantDifference(where, loop) : asInteger(where - loop);
}

static bool mayFollow(const Expr &where, const Expr &loop) {
  std::set<std::string> names, arrays;
  collectNames(loop, names, arrays);
  return names.empty() ||
         std::any_of(names.begin(), names.end(), [&](const std::string &name) {
           return mentions(where, name);
         });
}

// Subscripts that transformations made, and loops, are the same few nodes.
std::optional<int64_t> DependenceScan::offset(const Expr &where,
                                              const Expr &loop) {
  auto [known, isNew] = offsetsOfNodes.try_emplace({&*where, &*loop});
  if (isNew)
    known->second = {where, loop,
                     mayFollow(where, loop) ? distance(where, loop)
                                            : std::nullopt};
  return known->second.value;
}

const std::vector<std::optional<int64_t>> &
DependenceScan::loopOffsets(int index, int depth) {
  auto [known, isNew] = offsets.try_emplace({index, depth});
  if (isNew) {
    Expr loop = loopAt(insn(index), depth);
    for (const Expr &where : access(index).location)
      known->second.push_back(where ? offset(where, loop) : std::nullopt);
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
