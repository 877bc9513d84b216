#include "Storage.h"

#include "Classes.h"
#include "Covers.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;
using poly::PwAff;
using poly::Set;

// In local memory proper? What has no constant size lies in a global buffer.
static bool isLocalMemory(const Variable &var) {
  return var.space == AddressSpace::Local &&
         std::all_of(var.axes.begin(), var.axes.end(), [](const Axis &axis) {
           return axis.extent && asInteger(fold(axis.extent)).has_value();
         });
}

namespace {

// A variable with its classes, and what tells its values apart besides the
// subscripts: the iterations of as many loops of the kernel.
struct Values {
  const UsedVariable *variable = nullptr;
  std::unique_ptr<UseClasses> classes;
  size_t loops = 0;

  const Variable &declared() const { return *variable->declared; }
};

class StorageProof {
public:
  explicit StorageProof(Pairs &pairs, const std::vector<Values *> &group)
      : pairs(pairs), group(group) {}

  void run();

private:
  Meeting sameValue(const Values &values) const {
    return {values.declared().space, false, values.loops};
  }
  Meeting sameStorage(const Values &values) const {
    return {values.declared().space, true, 0};
  }
  std::optional<Wrong> order(Values &values);
  void deliver(const Values &values);
  std::optional<Wrong> delivered(const Use &write, const Use &read,
                                 const Values &values, Covers &covers);
  Set elsewhere(const Use &write, const Use &read, size_t depth,
                AddressSpace space);
  Set unkilled(Set lost, const Use &write, const Use &read,
               const Values &values);

  bool servesSeveral() const;
  std::optional<Wrong> separate();
  bool hasOne(const Values &values, const std::string &iname);
  void findLoops(const std::vector<Values *> &members);
  size_t together(const Use &a, const Use &b) const;
  std::set<std::string> fixedNames(const Values &values) const;
  std::optional<Wrong> oneIteration(const Values &values, const Use &a,
                                    const Use &b);
  std::optional<Wrong> oneValue(const Values &values, const Use &a,
                                const Use &b);
  std::optional<Wrong> apart(const Values &values, const Use &a, const Use &b,
                             const Values &others);
  std::optional<Wrong> inTurn(const Values &values);
  bool takesTurns(const Values &values);
  bool isClobbered(const Use &read, const Use &other, const Values &values);
  Set differing(const Use &a, const Use &b, const Values &values);
  std::optional<Wrong> inTurn(const Values &first, const Values &second);
  Set equalLoops() const;
  Set lessLoops(Point first) const;
  bool mayBeOverwritten(const Wrong &wrong, const Values &values);
  bool isPlainlyOne(const Values &values, const Use &a, const Use &b);
  void report(const Values &values, const Wrong &wrong, bool exact = true);

  Pairs &pairs;
  const std::vector<Values *> &group;
  std::set<std::pair<int, int>> inTurnAlready; // runs
  std::vector<std::string> loops; // around all of some, keep values apart
};

} // namespace

void StorageProof::report(const Values &values, const Wrong &wrong,
                          bool exact) {
  Meeting how = sameStorage(values);
  bool byStorage = exact && pairs.isExact(*wrong.a, *wrong.b, how);
  how.byStorage = false;
  if (byStorage && pairs.isExact(*wrong.a, *wrong.b, how))
    pairs.fail(values.declared().name, wrong);
  pairs.notProved(values.declared().name, wrong);
}

// --- order

// Nothing flows between iterations of loops in which each read finds a write:
// their order is free, where the values are kept apart otherwise.
std::optional<Wrong> StorageProof::order(Values &values) {
  auto run = [&] {
    std::optional<Wrong> wrong;
    Meeting how = sameValue(values);
    bool local = isLocalMemory(values.declared());
    values.classes->anyConflict([&](const Use &a, const Use &b) {
      wrong = pairs.misordered(a, b, how, local);
      return wrong.has_value();
    });
    return wrong;
  };
  std::optional<Wrong> wrong = run();
  if (!wrong || values.declared().space != AddressSpace::Private)
    return wrong;
  Covers covers(*values.variable, pairs);
  values.loops = covers.commonLoops();
  return values.loops ? run() : wrong;
}

// --- values reach who reads them

void StorageProof::deliver(const Values &values) {
  const Variable &var = values.declared();
  if (var.space != AddressSpace::Private && var.space != AddressSpace::Local)
    return;
  Covers covers(*values.variable, pairs);
  for (const UseClass &write : values.classes->all())
    for (const UseClass &read : values.classes->all())
      if (write.any().writes() && read.any().reads())
        for (const Use *reader : read.members)
          if (auto wrong = delivered(write.any(), *reader, values, covers))
            return report(values, *wrong, !mayBeOverwritten(*wrong, values));
}

// Is there a write, between the two, that data decide about? Together, such
// writes may come in each case.
bool StorageProof::mayBeOverwritten(const Wrong &wrong, const Values &values) {
  const Meeting anywhere{AddressSpace::Global, false, 0};
  for (const UseClass &other : values.classes->all())
    if (const Use &killer = other.any();
        killer.kind == Use::Kind::Write &&
        !pairs.isExact(killer, *wrong.b, anywhere))
      return true;
  return false;
}

// The pairs with no other write of the element, z, between x and y.
Set StorageProof::unkilled(Set lost, const Use &write, const Use &read,
                           const Values &values) {
  const Meeting anywhere{AddressSpace::Global, false, 0};
  const std::string mark = "\"";
  for (const UseClass &other : values.classes->all()) {
    if (lost.isEmpty())
      return lost;
    const Use &killer = other.any();
    if (killer.kind != Use::Kind::Write ||
        !pairs.isExact(killer, read, anywhere))
      continue;
    Set since = pairs.earlier(write, Point::X, killer);
    Set until = pairs.earlier(killer, Point::X, read);
    if (!since || !until)
      continue;
    until = until.intersect(pairs.meeting(killer, read, anywhere));
    Set between = pairs.terms()
                      .marked(since, Point::Y, mark)
                      .intersect(pairs.terms().marked(until, Point::X, mark));
    poly::Names gone;
    for (const std::string &name : between.names())
      if (name.back() == mark.front())
        gone.push_back(name);
    lost = lost.subtract(between.project(gone));
  }
  return lost;
}

// { x, y : on different work-items, or groups, with memories of their own }, as
// far as the words show for accesses in one iteration of `depth` loops.
Set StorageProof::elsewhere(const Use &write, const Use &read, size_t depth,
                            AddressSpace space) {
  using Kind = Coordinate::Kind;
  Pairs::Pins pins =
      pairs.pins(write, read, {AddressSpace::Global, false, depth});
  Set result = Set::empty();
  for (size_t x = 0; x < pairs.axes().size(); ++x) {
    const HardwareAxis &axis = pairs.axes()[x];
    if ((space == AddressSpace::Local && !axis.isGroup()) ||
        pairs.tree().isTrivial(axis.str()))
      continue;
    const Coordinate &from = pairs.coordinates(write)[x];
    const Coordinate &to = pairs.coordinates(read)[x];
    bool same = from.kind == Kind::Any ||
                (from.kind == Kind::First && to.kind == Kind::First) ||
                (from.kind == Kind::Iname && from.iname == to.iname &&
                 pins.count(from.iname));
    if (!same)
      result = result.unite(PwAff::name(axis.str()).ne(
          PwAff::name(nameAt(axis.str(), Point::Y))));
  }
  return result;
}

std::optional<Wrong> StorageProof::delivered(const Use &write, const Use &read,
                                             const Values &values,
                                             Covers &covers) {
  AddressSpace space = values.declared().space;
  if (size_t depth = covers.plainDepth(read);
      !covers.shares(write, read, depth) ||
      elsewhere(write, read, depth, space).isEmpty())
    return std::nullopt;
  // What sets show is never less, and makes smaller ones.
  size_t depth = covers.depth(read);
  if (!covers.shares(write, read, depth))
    return std::nullopt;
  Set apart = elsewhere(write, read, depth, space);
  if (apart.isEmpty())
    return std::nullopt;
  Set lost = pairs.meeting(write, read, {AddressSpace::Global, false, depth})
                 .intersect(apart)
                 .intersect(pairs.insideArray(values.declared(), read, Point::Y));
  if (Set first = pairs.earlier(write, Point::X, read))
    lost = lost.intersect(first);
  lost = unkilled(lost, write, read, values);
  if (lost.isEmpty())
    return std::nullopt;
  return Wrong{&write, &read, lost,
               "the one writes what the other reads, but in a copy that is "
               "not its own"};
}

// --- one storage for several values

bool StorageProof::servesSeveral() const {
  return group.size() > 1 || group.front()->variable->hasReused ||
         group.front()->loops > 0;
}

// Names that are equal wherever two accesses touch one value.
std::set<std::string> StorageProof::fixedNames(const Values &values) const {
  std::optional<std::set<std::string>> result;
  const Use &first = values.variable->uses.front();
  for (const Use &use : values.variable->uses) {
    Pairs::Pins pins = pairs.pins(first, use, sameValue(values));
    if (!result)
      result = pins;
    for (auto name = result->begin(); name != result->end();)
      name = pins.count(*name) ? std::next(name) : result->erase(name);
  }
  return result.value_or(std::set<std::string>());
}

// Has each value one iteration of the loops over the iname?
bool StorageProof::hasOne(const Values &values, const std::string &iname) {
  Meeting how = sameValue(values);
  PwAff x = PwAff::name(iname), y = PwAff::name(nameAt(iname, Point::Y));
  return !values.classes->anyConflict([&](const Use &a, const Use &b) {
    return !pairs.pins(a, b, how).count(iname) &&
           !pairs.meeting(a, b, how).intersect(x.ne(y)).isEmpty();
  });
}

// The outermost loops around all accesses to the members, of which a value has
// one iteration; by their inames, as slabs have loops of their own. Those of
// several members are the first of each one's.
void StorageProof::findLoops(const std::vector<Values *> &members) {
  std::optional<std::vector<std::string>> common;
  for (const Values *values : members)
    for (const Use &use : values->variable->uses) {
      std::vector<std::string> names;
      for (int loop : pairs.leaf(use).place.loops)
        if (!pairs.tree().loop(loop).innermost)
          names.push_back(pairs.tree().loop(loop).iname);
      if (!common)
        common = names;
      auto differ = std::mismatch(common->begin(), common->end(), names.begin(),
                                  names.end());
      common->erase(differ.first, common->end());
    }
  std::vector<std::set<std::string>> fixed;
  for (const Values *values : members)
    fixed.push_back(fixedNames(*values));
  loops.clear();
  for (const std::string &iname : *common) {
    for (size_t v = 0; v < members.size(); ++v)
      if (!fixed[v].count(iname) && !hasOne(*members[v], iname))
        return;
    loops.push_back(iname);
  }
}

// The shared loops that both stand in; fewer where slabs are apart.
size_t StorageProof::together(const Use &a, const Use &b) const {
  return std::min(loops.size(),
                  Tree::common(pairs.leaf(a).place, pairs.leaf(b).place));
}

Set StorageProof::equalLoops() const {
  Set result = Set::universe();
  for (const std::string &iname : loops)
    result = result.intersect(
        PwAff::name(iname).eq(PwAff::name(nameAt(iname, Point::Y))));
  return result;
}

// { x, y : the point `first` is in an earlier iteration }
Set StorageProof::lessLoops(Point first) const {
  Set result = Set::empty(), equal = Set::universe();
  for (const std::string &iname : loops) {
    PwAff x = PwAff::name(iname), y = PwAff::name(nameAt(iname, Point::Y));
    result =
        result.unite(equal.intersect(first == Point::X ? x.lt(y) : y.lt(x)));
    equal = equal.intersect(x.eq(y));
  }
  return result;
}

// Where shared loops, owner and element are equal, is all that tells values
// apart?
bool StorageProof::isPlainlyOne(const Values &values, const Use &a,
                                const Use &b) {
  Pairs::Pins pins = pairs.pins(a, b, sameStorage(values));
  pins.insert(loops.begin(), loops.end());
  auto same = [&](int x, int y) {
    if (x != y)
      return false;
    const auto &digits = pairs.terms().digits(x);
    return digits && std::all_of(digits->names.begin(), digits->names.end(),
                                 [&](const std::string &name) {
                                   return pins.count(name) > 0;
                                 });
  };
  for (size_t i = 0; i < a.value.size(); ++i) {
    bool inStorage = i < a.storage.size() && i < b.storage.size() &&
                     a.value[i] == a.storage[i] && b.value[i] == b.storage[i];
    if (!inStorage && !same(a.value[i], b.value[i]))
      return false;
  }
  for (size_t l = 0; l < values.loops; ++l)
    if (!same(pairs.time(a)[2 * l + 1], pairs.time(b)[2 * l + 1]))
      return false;
  return true;
}

// In one iteration of the shared loops, one element holds one value.
std::optional<Wrong> StorageProof::oneValue(const Values &values, const Use &a,
                                            const Use &b) {
  size_t shared = together(a, b);
  if (shared < loops.size()) { // a value is not in both
    Set both = pairs.meeting(a, b, sameValue(values));
    if (both.isEmpty())
      return std::nullopt;
    return Wrong{&a, &b, both, "other values come into their storage between"};
  }
  if (isPlainlyOne(values, a, b))
    return std::nullopt;
  Set clash = pairs.meeting(a, b, sameStorage(values)).intersect(equalLoops());
  Set one = Set::universe();
  auto equate = [&](int x, int y) {
    const Set &same = pairs.terms().equal(x, y);
    one = same ? one.intersect(same) : Set::empty();
  };
  for (size_t i = 0; i < a.value.size(); ++i)
    equate(a.value[i], b.value[i]);
  for (size_t l = 0; l < values.loops; ++l)
    equate(pairs.time(a)[2 * l + 1], pairs.time(b)[2 * l + 1]);
  clash = clash.subtract(one);
  if (clash.isEmpty())
    return std::nullopt;
  return Wrong{&a, &b, clash, "one storage holds both of their values"};
}

// Work-items take turns between iterations of the shared loops.
std::optional<Wrong> StorageProof::apart(const Values &values, const Use &a,
                                         const Use &b, const Values &others) {
  const Variable &var = values.declared();
  if (var.space == AddressSpace::Private || loops.empty())
    return std::nullopt;
  Meeting how = sameStorage(values);
  if (&values == &others) {
    Pairs::Pins pins = pairs.pins(a, b, how);
    if (pairs.plainlyTogether(a, b, how, pins, true) &&
        pairs.plainlyTogether(a, b, how, pins, false))
      return std::nullopt;
  }
  bool local = isLocalMemory(var);
  if (var.space == AddressSpace::Local && pairs.separation(a, b, local).later &&
      pairs.separation(b, a, local).later)
    return std::nullopt;
  Set all = &values == &others ? pairs.meeting(a, b, how)
                               : pairs.owned(a, b, var.space);
  for (Point at : {Point::X, Point::Y}) {
    const Use &first = at == Point::X ? a : b;
    const Use &second = at == Point::X ? b : a;
    Point then = at == Point::X ? Point::Y : Point::X;
    Set earlier = together(a, b) < loops.size()
                      ? pairs.tree().before(pairs.leaf(first).place, at,
                                            pairs.leaf(second).place, then)
                      : lessLoops(at);
    Set bad =
        pairs.concurrent(all.intersect(earlier), first, at, second, local);
    if (!bad.isEmpty())
      return Wrong{&a, &b, bad,
                   "one storage is used for the next value before all "
                   "work-items are done with the last"};
  }
  return std::nullopt;
}

// In one iteration of the shared loops, all of the first before the second.
std::optional<Wrong> StorageProof::inTurn(const Values &first,
                                          const Values &second) {
  for (const UseClass &x : first.classes->all())
    for (const UseClass &y : second.classes->all()) {
      const Use &a = x.any(), &b = y.any();
      if (!Pairs::conflict(a, b))
        continue;
      // Which elements they touch does not matter: once for each two runs.
      const Leaf &from = pairs.leaf(a), &to = pairs.leaf(b);
      size_t common = Tree::common(from.place, to.place);
      if (Tree::compare(from.place, to.place, common) < 0 &&
          !pairs.isAsserted(a) && !pairs.isAsserted(b) &&
          !inTurnAlready.insert({from.run, to.run}).second)
        continue;
      if (auto wrong = apart(first, a, b, second))
        return wrong;
      AddressSpace space = first.declared().space;
      bool local = isLocalMemory(first.declared());
      if (together(a, b) == common &&
          Tree::compare(from.place, to.place, common) < 0 &&
          (space == AddressSpace::Private ||
           (space == AddressSpace::Local &&
            pairs.separation(a, b, local).same)))
        continue;
      Set all = pairs.owned(a, b, space).intersect(equalLoops());
      // An instance reads before it writes.
      bool readsFirst = a.leaf == b.leaf && a.kind == Use::Kind::Read;
      Set late =
          all.intersect(pairs.together(true, true))
              .intersect(readsFirst
                             ? pairs.tree().before(to.place, Point::Y,
                                                   from.place, Point::X)
                             : pairs.tree().notBefore(from.place, Point::X,
                                                      to.place, Point::Y));
      if (late.isEmpty() && space != AddressSpace::Private)
        late = pairs.concurrent(all, a, Point::X, b, local);
      if (!late.isEmpty())
        return Wrong{&a, &b, late,
                     "one storage holds the values of two variables"};
    }
  return std::nullopt;
}

// Do the values of one variable take turns in its storage?
std::optional<Wrong> StorageProof::inTurn(const Values &values) {
  std::optional<Wrong> wrong;
  values.classes->anyConflict([&](const Use &a, const Use &b) {
    wrong = oneValue(values, a, b);
    if (!wrong)
      wrong = apart(values, a, b, values);
    return wrong.has_value();
  });
  return wrong;
}

// { x, y : accesses of one element, of different values }
Set StorageProof::differing(const Use &a, const Use &b, const Values &values) {
  Set all = pairs.meeting(a, b, sameStorage(values));
  if (isPlainlyOne(values, a, b))
    return Set::empty();
  Set one = Set::universe();
  for (size_t i = 0; i < a.value.size(); ++i) {
    const Set &same = pairs.terms().equal(a.value[i], b.value[i]);
    one = same ? one.intersect(same) : Set::empty();
  }
  return all.subtract(one);
}

// May the write `other` come between the write of a value and its read: not
// after the read, nor before each that writes the value?
bool StorageProof::isClobbered(const Use &read, const Use &other,
                               const Values &values) {
  Set early = differing(other, read, values)
                  .intersect(pairs.tree().notBefore(
                      pairs.leaf(read).place, Point::Y,
                      pairs.leaf(other).place, Point::X));
  if (early.isEmpty())
    return false;
  const std::string mark = "\"";
  for (const UseClass &candidates : values.classes->all())
    for (const Use *write : candidates.members) {
      if (!write->writes())
        continue;
      Set made = pairs.terms().marked(
          pairs.meeting(*write, read, sameValue(values)), Point::X, mark);
      Set late = pairs.terms().marked(
          pairs.tree().notBefore(pairs.leaf(other).place, Point::X,
                                 pairs.leaf(*write).place, Point::Y),
          Point::Y, mark);
      if (!early.intersect(made).intersect(late).isEmpty())
        return true;
    }
  return false;
}

// Is each value of an element read before another comes into it, and do
// work-items wait for each other in between? So it is where values are made
// some iterations ahead of their uses, in slots of their own.
bool StorageProof::takesTurns(const Values &values) {
  if (values.loops > 0)
    return false;
  loops.clear();
  bool local = isLocalMemory(values.declared());
  for (const UseClass &first : values.classes->all())
    for (const UseClass &second : values.classes->all())
      for (const Use *a : first.members)
        for (const Use *b : second.members) {
          if (!Pairs::conflict(*a, *b))
            continue;
          if (a->reads() && b->writes() && isClobbered(*a, *b, values))
            return false;
          if (values.declared().space == AddressSpace::Private)
            continue;
          const Place &from = pairs.leaf(*a).place, &to = pairs.leaf(*b).place;
          Set all = differing(*a, *b, values);
          Set turns =
              all.intersect(pairs.tree().before(from, Point::X, to, Point::Y));
          Set neither = all.subtract(turns).subtract(
              pairs.tree().before(to, Point::Y, from, Point::X));
          if (!neither.isEmpty() ||
              !pairs.concurrent(turns, *a, Point::X, *b, local).isEmpty())
            return false;
        }
  return true;
}

// In the loops around all, each variable's values take turns, or do so in
// loops of its own; and the variables do.
std::optional<Wrong> StorageProof::separate() {
  findLoops(group);
  const std::vector<std::string> around = loops;
  for (Values *values : group) {
    auto wrong = inTurn(*values);
    if (wrong && group.size() == 1 && takesTurns(*values))
      wrong = std::nullopt;
    if (wrong && group.size() > 1) {
      findLoops({values});
      wrong = inTurn(*values);
      loops = around;
    }
    if (wrong)
      return wrong;
  }
  for (size_t i = 0; i < group.size(); ++i)
    for (size_t j = i + 1; j < group.size(); ++j)
      if (auto wrong = inTurn(*group[i], *group[j]))
        return wrong;
  return std::nullopt;
}

void StorageProof::run() {
  bool ordered = true;
  for (Values *values : group) {
    if (auto wrong = order(*values)) {
      report(*values, *wrong);
      ordered = false;
    }
    deliver(*values);
  }
  if (ordered && servesSeveral())
    if (auto wrong = separate())
      report(*group.front(), *wrong);
}

void verify::verifyStorage(const std::map<std::string, UsedVariable> &variables,
                           Pairs &pairs) {
  std::map<std::string, std::vector<Values *>> groups;
  std::vector<std::unique_ptr<Values>> all;
  for (const auto &[name, variable] : variables) {
    if (variable.uses.empty())
      continue;
    all.push_back(std::make_unique<Values>());
    all.back()->variable = &variable;
    all.back()->classes = std::make_unique<UseClasses>(variable, pairs);
    pairs.proof().classes +=
        static_cast<int>(all.back()->classes->all().size());
    const std::string &base = variable.declared->baseStorage;
    groups[base.empty() ? "own " + name : "shared " + base].push_back(
        all.back().get());
  }
  for (auto &[name, group] : groups) {
    // In the order in which they use the storage.
    std::stable_sort(group.begin(), group.end(),
                     [](const Values *a, const Values *b) {
                       return a->variable->uses.front().leaf <
                              b->variable->uses.front().leaf;
                     });
    StorageProof(pairs, group).run();
  }
}
