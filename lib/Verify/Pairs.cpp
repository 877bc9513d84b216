#include "Pairs.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;
using poly::Names;
using poly::PwAff;
using poly::Set;

Pairs::Pairs(const Tree &tree, const ScheduledKernel &scheduled,
             const Kernel &kernel, Terms &terms, ScheduleProof &proof)
    : knownTree(tree), scheduled(scheduled), kernel(kernel), knownTerms(terms),
      counts(proof), context(scheduled.context.flat()) {
  for (const InstructionPtr &insn : kernel.instructions) {
    times.emplace_back();
    for (const Expr &component : insn->time)
      times.back().push_back(terms.add(component));
    for (const auto &[source, asserted] : insn->noSyncWith) {
      assertedIds.insert(insn->id);
      assertedIds.insert(source);
    }
  }
  for (size_t i = 0; i < times.size(); ++i)
    for (const std::string &name : kernel.instructions[i]->assigneeNames())
      writers[name].push_back(&times[i]);
  for (const Leaf &leaf : tree.leaves())
    if (leaf.run == static_cast<int>(coordinateList.size()))
      coordinateList.push_back(
          coordinatesOf(leaf, *kernel.instructions[leaf.number], scheduled));
  auto isWide = [&](const std::string &axis) { return !tree.isTrivial(axis); };
  hasGroups =
      std::any_of(tree.groupAxes().begin(), tree.groupAxes().end(), isWide);
  hasItems =
      std::any_of(tree.localAxes().begin(), tree.localAxes().end(), isWide);
}

const Instruction &Pairs::insn(const Use &use) const {
  return *kernel.instructions[leaf(use).number];
}

NoSync Pairs::asserted(const Use &source, const Use &sink) const {
  return noSyncOf(insn(sink), insn(source).id);
}

static Point other(Point at) { return at == Point::X ? Point::Y : Point::X; }

// --- as isl shows

const Set &Pairs::domain(const Use &use, Point at) {
  const Set &own = leaf(use).domain;
  auto [known, isNew] = domains.try_emplace({own.get(), at});
  if (!isNew)
    return known->second;
  // The axes' sizes are pieces, of which each pair has the square; many of
  // those that the axes have together are parts of others.
  Set set = own.isSubset(context) ? own.flat()
                                  : own.intersect(context).coalesce();
  Names data;
  for (const std::string &name : set.names())
    if (knownTerms.isData(name))
      data.push_back(name);
  if (!data.empty()) {
    exactDomains[own.get()] = false;
    set = set.project(data);
  }
  if (at == Point::Y)
    set = knownTerms.marked(set, Point::X, "'");
  return known->second = set;
}

static std::string keyOf(const std::vector<int> &list) {
  std::string key;
  for (int item : list)
    key += std::to_string(item) + ",";
  return key;
}

static std::string keyOf(const void *pointer) {
  return std::to_string(reinterpret_cast<uintptr_t>(pointer)) + ":";
}

static std::string keyOf(const Meeting &how) {
  return std::to_string(static_cast<int>(how.space)) +
         (how.byStorage ? "s" : "v") + std::to_string(how.loops) + ":";
}

bool Pairs::runsAsSaid(const Use &use, Point at) {
  domain(use, at);
  return !exactDomains.count(leaf(use).domain.get()) &&
         leaf(use).insn->predicates.empty();
}

bool Pairs::areKnown(const std::vector<int> &from, const std::vector<int> &to) {
  for (size_t i = 0; i < std::min(from.size(), to.size()); ++i)
    if (!knownTerms.equal(from[i], to[i]))
      return false;
  return true;
}

bool Pairs::isExact(const Use &a, const Use &b, const Meeting &how) {
  return runsAsSaid(a, Point::X) && runsAsSaid(b, Point::Y) &&
         areKnown(how.byStorage ? a.storage : a.value,
                  how.byStorage ? b.storage : b.value);
}

bool Pairs::isCertain(const Use &write, const Use &read) {
  return runsAsSaid(write, Point::Y) && areKnown(read.value, write.value);
}

Set Pairs::insideArray(const Variable &declared, const Use &use, Point at) {
  Set result = Set::universe();
  if (!declared.isTemporary())
    return result;
  for (size_t axis = 0;
       axis < std::min(use.value.size(), declared.axes.size()); ++axis) {
    const Expr &extent = declared.axes[axis].extent;
    const int size = extent ? knownTerms.add(extent) : -1;
    if (size < 0 || use.value[axis] < 0)
      continue;
    const auto place = knownTerms.value(use.value[axis], at);
    const auto end = knownTerms.value(size, at);
    if (place && end)
      result = result.intersect(place->ge(PwAff::constant(0)))
                   .intersect(place->lt(*end));
  }
  return result;
}

Set Pairs::meeting(const Use &a, const Use &b, const Meeting &how) {
  const auto &from = how.byStorage ? a.storage : a.value;
  const auto &to = how.byStorage ? b.storage : b.value;
  std::vector<int> loops;
  for (size_t l = 0; l < how.loops; ++l)
    for (const Use *use : {&a, &b})
      loops.push_back(time(*use)[2 * l + 1]);
  std::string key = keyOf(leaf(a).domain.get()) + keyOf(leaf(b).domain.get()) +
                    keyOf(how) + keyOf(from) + "|" + keyOf(to) + "|" +
                    keyOf(loops);
  auto [known, isNew] = meetings.try_emplace(key);
  if (!isNew)
    return known->second;
  Set result = domain(a, Point::X).intersect(domain(b, Point::Y));
  for (size_t i = 0; i < std::min(from.size(), to.size()); ++i)
    if (const Set &same = knownTerms.equal(from[i], to[i]))
      result = result.intersect(same);
  for (size_t l = 0; l < loops.size(); l += 2)
    if (const Set &same = knownTerms.equal(loops[l], loops[l + 1]))
      result = result.intersect(same);
  result = result.intersect(together(how.owns(true), how.owns(false)));
  return known->second = result;
}

Set Pairs::owned(const Use &a, const Use &b, AddressSpace space) {
  Meeting how{space};
  return domain(a, Point::X)
      .intersect(domain(b, Point::Y))
      .intersect(together(how.owns(true), how.owns(false)));
}

Set Pairs::together(bool groups, bool items) const {
  auto [known, isNew] = oneOwner.try_emplace({groups, items});
  if (!isNew)
    return known->second;
  Set result = Set::universe();
  for (const HardwareAxis &axis : scheduled.axes)
    if (axis.isGroup() ? groups : items)
      result =
          result.intersect(PwAff::name(axis.str())
                               .eq(PwAff::name(nameAt(axis.str(), Point::Y))));
  return known->second = result;
}

// Where groups wait, they are numbered as they begin, along each axis.
Set Pairs::inEarlierGroup(Point atA) const {
  Set result = Set::universe();
  for (const HardwareAxis &axis : scheduled.axes)
    if (axis.isGroup())
      result = result.intersect(
          PwAff::name(nameAt(axis.str(), atA))
              .le(PwAff::name(nameAt(axis.str(), other(atA)))));
  return result.subtract(together(true, false));
}

Set Pairs::earlier(const Use &a, Point atA, const Use &b) {
  const std::vector<int> &from = time(a), &to = time(b);
  int zero = knownTerms.add(Expr::integer(0));
  Set result = Set::empty(), equal = Set::universe();
  for (size_t i = 0; i < std::max(from.size(), to.size()); ++i) {
    int x = i < from.size() ? from[i] : zero, y = i < to.size() ? to[i] : zero;
    auto p = knownTerms.literal(x), q = knownTerms.literal(y);
    if (p && q && *p == *q)
      continue;
    if (p && q)
      return *p < *q ? result.unite(equal) : result;
    const Set &less = knownTerms.less(x, y, atA);
    if (!less)
      return Set();
    result = result.unite(equal.intersect(less));
    equal = equal.intersect(knownTerms.equal(x, y, atA));
  }
  return result;
}

static bool orders(const TreeBarrier &barrier, bool localMemory) {
  return localMemory ? barrier.barrier->localMemory
                     : barrier.barrier->globalMemory;
}

// Does it stand in a body around the statement, wherever that runs?
bool Pairs::passes(const TreeBarrier &barrier, const Use &use) {
  const Leaf &own = leaf(use);
  if (Tree::common(own.place, barrier.place) < barrier.place.loops.size())
    return false;
  const Set &where = barrier.barrier->domain;
  if (where.isUniverse())
    return true;
  auto [known, isNew] = inside.try_emplace({own.domain.get(), where.get()});
  if (isNew)
    known->second = own.domain.intersect(context).isSubset(where);
  return known->second;
}

// In one iteration of the loops around both: one between them, or in the loops
// of one of them alone. In a later iteration: any in the innermost common body
// or further in, behind a or before b.
Pairs::Separation Pairs::separation(const Use &a, const Use &b,
                                    bool localMemory) {
  const Place &from = leaf(a).place, &to = leaf(b).place;
  size_t common = Tree::common(from, to);
  Separation found{common == 0, Tree::compare(from, to, common) > 0};
  for (const TreeBarrier &barrier : knownTree.barriers()) {
    if (found.later && found.same)
      break;
    const Place &at = barrier.place;
    size_t depth = at.loops.size();
    if (depth < common || !orders(barrier, localMemory))
      continue;
    bool behind = Tree::common(from, at) == depth &&
                  Tree::compare(from, at, depth) < 0 && passes(barrier, a);
    bool ahead = Tree::common(at, to) == depth &&
                 Tree::compare(at, to, depth) < 0 && passes(barrier, b);
    found.later |= behind || ahead;
    found.same |= depth > common ? behind || ahead : behind && ahead;
  }
  return found;
}

bool Pairs::plainlySeparated(const Use &a, const Use &b, bool localMemory) {
  Separation there = separation(a, b, localMemory);
  if (!there.later || !there.same)
    return false;
  Separation back = separation(b, a, localMemory);
  return back.later && back.same;
}

// A barrier in a body around one of the two is passed in its own iteration; one
// in a loop between them, if that runs.
Set Pairs::unseparated(Set pairs, const Use &a, Point atA, const Use &b,
                       bool localMemory) {
  const Place &from = leaf(a).place, &to = leaf(b).place;
  Point atB = other(atA);
  if (Separation found = separation(a, b, localMemory);
      found.later && found.same) {
    pairs = pairs.subtract(knownTree.before(from, atA, to, atB));
    if (pairs.isEmpty())
      return pairs;
  }
  auto conditions = [&](const TreeBarrier &barrier, Point at) {
    Set set = barrier.barrier->domain.flat();
    for (const std::string &name : set.names())
      if (knownTerms.isData(name))
        return Set::empty();
    return at == Point::X ? set : knownTerms.marked(set, Point::X, "'");
  };
  for (const TreeBarrier &barrier : knownTree.barriers()) {
    if (!orders(barrier, localMemory))
      continue;
    const Place &at = barrier.place;
    size_t around = at.loops.size();
    Set passed = Set::empty();
    if (Tree::common(from, at) == around)
      passed = knownTree.before(from, atA, at, atA)
                   .intersect(knownTree.before(at, atA, to, atB))
                   .intersect(conditions(barrier, atA));
    if (Tree::common(at, to) == around)
      passed = passed.unite(knownTree.before(from, atA, at, atB)
                                .intersect(knownTree.before(at, atB, to, atB))
                                .intersect(conditions(barrier, atB)));
    pairs = pairs.subtract(passed);
    if (pairs.isEmpty())
      return pairs;
  }
  // The barrier's loops get names of their own.
  for (const TreeBarrier &barrier : knownTree.barriers()) {
    const Place &at = barrier.place;
    size_t shared = std::max(Tree::common(from, at), Tree::common(at, to));
    if (!orders(barrier, localMemory) || shared == at.loops.size())
      continue;
    std::map<std::string, std::string> own, unmarked;
    Names gone;
    Set after = knownTree.before(from, Point::X, at, Point::Y);
    Set until = knownTree.before(at, Point::X, to, Point::Y);
    Set where = conditions(barrier, Point::X)
                    .intersect(knownTree.iterations(*barrier.body));
    std::map<std::string, std::string> fromNames, toNames;
    for (const std::string &iname : knownTree.loopNames(at)) {
      std::string name = iname + "\"";
      own[iname] = name;
      gone.push_back(name);
    }
    for (int loop : from.loops)
      fromNames[knownTree.loop(loop).iname] =
          nameAt(knownTree.loop(loop).iname, atA);
    for (int loop : to.loops)
      toNames[nameAt(knownTree.loop(loop).iname, Point::Y)] =
          nameAt(knownTree.loop(loop).iname, atB);
    for (const auto &[iname, name] : own) {
      fromNames[nameAt(iname, Point::Y)] = name;
      toNames[iname] = name;
    }
    for (const std::string &axis : knownTree.groupAxes())
      own[axis] = nameAt(axis, atA);
    Set passed = after.rename(fromNames)
                     .intersect(until.rename(toNames))
                     .intersect(where.rename(own))
                     .project(gone);
    pairs = pairs.subtract(passed);
    if (pairs.isEmpty())
      return pairs;
  }
  return pairs;
}

// --- the rule

Set Pairs::outOfOrder(const Set &pairs, const Use &a, const Use &b) {
  const Place &from = leaf(a).place, &to = leaf(b).place;
  Set alone = pairs.intersect(together(true, true));
  if (alone.isEmpty())
    return Set();
  if (mayExchange(a, b)) { // only lanes overlap
    Set differ = Set::empty(), equal = Set::universe();
    for (size_t k = 0; k < Tree::common(from, to); ++k) {
      const TreeLoop &loop = knownTree.loop(from.loops[k]);
      PwAff x = PwAff::name(loop.iname);
      PwAff y = PwAff::name(nameAt(loop.iname, Point::Y));
      if (loop.lanes)
        differ = differ.unite(equal.intersect(x.ne(y)));
      equal = equal.intersect(x.eq(y));
    }
    return alone.intersect(differ);
  }
  Set first = earlier(a, Point::X, b);
  Set second = earlier(b, Point::Y, a);
  if (!first || !second)
    return alone;
  Set late = knownTree.notBefore(from, Point::X, to, Point::Y);
  Set early = knownTree.notBefore(to, Point::Y, from, Point::X);
  return alone.intersect(first.intersect(late))
      .unite(alone.intersect(second.intersect(early)));
}

Set Pairs::concurrent(const Set &pairs, const Use &a, Point atA, const Use &b,
                      bool localMemory) {
  if (mayOverlap(a, b))
    return Set::empty();
  NoSync excused = asserted(a, b);
  if (mayExchange(a, b)) {
    NoSync back = asserted(b, a);
    excused.local |= back.local;
    excused.global |= back.global;
  }
  Set result = Set::empty();
  if (!excused.global && hasGroups)
    result = pairs.subtract(together(true, false));
  if (isPassedOn(a, b))
    result = result.subtract(inEarlierGroup(atA));
  if (excused.local || !hasItems)
    return result;
  Set items =
      pairs.intersect(together(true, false)).subtract(together(false, true));
  if (!items.isEmpty())
    items = unseparated(items, a, atA, b, localMemory);
  if (!items.isEmpty() && mayExchange(a, b)) // in either order
    items = unseparated(items, b, other(atA), a, localMemory);
  return result.unite(items);
}

Set Pairs::apart(const Set &pairs, const Use &a, const Use &b,
                 bool localMemory) {
  if (mayExchange(a, b))
    return concurrent(pairs, a, Point::X, b, localMemory);
  Set first = earlier(a, Point::X, b), second = earlier(b, Point::Y, a);
  Set result = concurrent(first ? pairs.intersect(first) : pairs, a, Point::X,
                          b, localMemory);
  return result.unite(concurrent(second ? pairs.intersect(second) : pairs, b,
                                 Point::Y, a, localMemory));
}

// What decides, but for the variable's name.
std::string Pairs::orderKey(const Use &a, const Use &b) {
  const Leaf &from = leaf(a), &to = leaf(b);
  std::string key = std::to_string(from.run) + "," + std::to_string(to.run);
  key += Tree::compare(from.place, to.place,
                       Tree::common(from.place, to.place)) < 0
             ? "<"
             : ">";
  if (a.leaf == b.leaf)
    key += "=";
  const std::vector<int> &x = time(a), &y = time(b);
  for (size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    auto p =
        i < x.size() ? knownTerms.literal(x[i]) : std::optional<int64_t>(0);
    auto q =
        i < y.size() ? knownTerms.literal(y[i]) : std::optional<int64_t>(0);
    if (p && q) {
      if (*p == *q)
        continue;
      key += *p < *q ? "<" : ">";
      break;
    }
    key += "t" + std::to_string(i < x.size() ? x[i] : -1) + "," +
           std::to_string(i < y.size() ? y[i] : -1);
  }
  auto add = [&](const Use &source, const Use &sink) {
    NoSync noSync = asserted(source, sink);
    key += noSync.local ? "l" : "-";
    key += noSync.global ? "g" : "-";
  };
  add(a, b);
  add(b, a);
  return key;
}

std::optional<Wrong> Pairs::ask(const Use &a, const Use &b, const Meeting &how,
                                bool localMemory, const Pins &pins) {
  ++counts.asked;
  Set pairs = meeting(a, b, how);
  if (pairs.isEmpty())
    return std::nullopt;
  bool lanes = mayExchange(a, b) && sharesLanes(a, b);
  if (lanes || (!mayExchange(a, b) && !plainlyOrdered(a, b, pins, true)))
    if (Set bad = outOfOrder(pairs, a, b); bad && !bad.isEmpty())
      return Wrong{&a, &b, bad,
                   "the tree runs them against the order of the kernel"};
  if (plainlyTogether(a, b, how, pins, true) &&
      plainlyTogether(a, b, how, pins, false))
    return std::nullopt;
  if (Set bad = apart(pairs, a, b, localMemory); bad && !bad.isEmpty())
    return Wrong{
        &a, &b, bad,
        "they run on different work-items, with no barrier between them"};
  return std::nullopt;
}

std::optional<Wrong> Pairs::misordered(const Use &a, const Use &b,
                                       const Meeting &how, bool localMemory) {
  ++counts.pairs;
  const auto &from = how.byStorage ? a.storage : a.value;
  const auto &to = how.byStorage ? b.storage : b.value;
  for (size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    auto p = knownTerms.literal(from[i]), q = knownTerms.literal(to[i]);
    if (p && q && *p != *q)
      return std::nullopt;
  }
  Pins known = pins(a, b, how);
  bool exchange = mayExchange(a, b);
  bool inOrder =
      exchange ? !sharesLanes(a, b) : plainlyOrdered(a, b, known, true);
  if (inOrder && mayOverlap(a, b))
    return std::nullopt;
  if (inOrder && plainlyTogether(a, b, how, known, true) &&
      (plainlyTogether(a, b, how, known, false) ||
       ((exchange || plainlyOrdered(a, b, known, false)) &&
        plainlySeparated(a, b, localMemory))))
    return std::nullopt;
  std::vector<int> loops;
  for (size_t l = 0; l < how.loops; ++l)
    loops.push_back(time(a)[2 * l + 1]);
  std::string key = orderKey(a, b) + keyOf(how) + keyOf(from) + "|" +
                    keyOf(to) + "|" + keyOf(loops) + (localMemory ? "L" : "G") +
                    (exchange ? "u" : "") + (mayOverlap(a, b) ? "a" : "") +
                    (isPassedOn(a, b) || isPassedOn(b, a) ? "p" : "");
  auto [verdict, isNew] = verdicts.try_emplace(key);
  if (isNew)
    verdict->second = ask(a, b, how, localMemory, known);
  if (!verdict->second)
    return std::nullopt;
  return Wrong{&a, &b, verdict->second->pairs, verdict->second->what};
}

std::string Pairs::pointStr(const Use &use, Point at,
                            const poly::Point &values) const {
  return knownTree.pointStr(insn(use).id, leaf(use).place, at, values);
}

std::string Pairs::message(const std::string &variable,
                           const Wrong &wrong) const {
  poly::Point point = wrong.pairs.sample().value_or(poly::Point());
  std::string sizes;
  for (const auto &[name, value] : point)
    if (kernel.findVariable(name))
      sizes += (sizes.empty() ? " with " : ", ") + name + " = " +
               std::to_string(value);
  return "kernel '" + kernel.name + "'" + sizes + ": " +
         pointStr(*wrong.a, Point::X, point) + " and " +
         pointStr(*wrong.b, Point::Y, point) + " access '" + variable +
         "', and " + wrong.what;
}

void Pairs::fail(const std::string &variable, const Wrong &wrong) const {
  throw InternalError("schedule: " + message(variable, wrong));
}

void Pairs::notProved(const std::string &variable, const Wrong &wrong) {
  if (!counts.notProved++)
    counts.reason = message(variable, wrong);
}

const std::vector<const std::vector<int> *> &
Pairs::writersOf(const std::string &variable) const {
  static const std::vector<const std::vector<int> *> none;
  auto known = writers.find(variable);
  return known == writers.end() ? none : known->second;
}
