#include "LaunchPairs.h"

#include "Classes.h"
#include "Covers.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;
using poly::PwAff;
using poly::Set;

namespace {

// Where a launch finds a variable.
enum class Home {
  Memory, // that outlives the launch
  Own,    // of this launch alone
  Host    // passed by value
};

// The accesses to one variable.
class LaunchPairs {
public:
  LaunchPairs(const HostPlan &plan, Pairs &pairs, const Kernel &whole,
              const UsedVariable &variable);

  void run();

private:
  const LaunchPlace &launch(const Use &use) const {
    return plan.placeOf(pairs.leaf(use).run);
  }
  int number(const Use &use) const {
    return plan.launchOf(pairs.leaf(use).run);
  }
  const std::string &name() const { return variable.declared->name; }
  Home homeOf(const Use &use) const;

  Set elsewhere(const Use &a, const Use &b) const;
  Set notBefore(const Use &a, Point atA, const Use &b) const;
  void verifyOrder(const Use &a, const Use &b);

  bool passesPlainly(const Use &write, const Use &read, Covers &covers) const;
  bool isCertain(const Use &killer, const Use &read);
  Set killed(const Use &write, const Use &killer, const Use &read);
  void verifyMemory(const Use &write, const Use &read, Covers &covers);

  const TreeBarrier *readBack(const Use &use, size_t depth) const;
  void verifyKnown(const Use &write, const Use &read);
  void verifyReadBack(const Use &write, const Use &read, size_t depth);

  void report(const Use &a, const Use &b, const Set &wrong,
              const std::string &what, bool exact = true);
  std::string pointStr(const Use &use, Point at,
                       const poly::Point &values) const;

  const HostPlan &plan;
  Pairs &pairs;
  const Kernel &whole;
  UsedVariable variable;
  std::map<int, Place> places; // of launches, by number
};

} // namespace

static const Meeting sameValue{AddressSpace::Global, false, 0};

// Axes that storage is reused along tell values apart, but memory that outlives
// a launch has one place for all of them: these are compared as one.
LaunchPairs::LaunchPairs(const HostPlan &plan, Pairs &pairs,
                         const Kernel &whole, const UsedVariable &given)
    : plan(plan), pairs(pairs), whole(whole), variable(given) {
  if (plan.outlives(name()))
    for (Use &use : variable.uses)
      use.value.resize(
          std::min(use.value.size(), variable.declared->visibleAxes()));
  for (const Leaf &leaf : pairs.tree().leaves())
    places.try_emplace(plan.launchOf(leaf.run), leaf.place);
}

Home LaunchPairs::homeOf(const Use &use) const {
  VariablePtr there = launch(use).part->findVariable(name());
  if (!there || there->isValue())
    return Home::Host;
  return there->isTemporary() ? Home::Own : Home::Memory;
}

void LaunchPairs::run() {
  for (const Use &use : variable.uses)
    if (use.writes() && !variable.declared->isTemporary() &&
        homeOf(use) != Home::Memory)
      report(use, use, pairs.domain(use, Point::X),
             "the value does not outlive the launch");
  UseClasses classes(variable, pairs);
  pairs.proof().classes += static_cast<int>(classes.all().size());
  classes.anyConflict([&](const Use &a, const Use &b) {
    verifyOrder(a, b);
    return false;
  });
  Covers covers(variable, pairs);
  for (const Use &write : variable.uses)
    for (const Use &read : variable.uses)
      if (write.writes() && read.reads()) {
        verifyMemory(write, read, covers);
        verifyKnown(write, read);
      }
}

// --- order

// { x, y : in different launches, or iterations of the host's loops }
Set LaunchPairs::elsewhere(const Use &a, const Use &b) const {
  if (number(a) != number(b))
    return Set::universe();
  Set result = Set::empty();
  for (const HostLoop &loop : launch(a).loops)
    result = result.unite(
        PwAff::name(loop.iname).ne(PwAff::name(nameAt(loop.iname, Point::Y))));
  return result;
}

// { x, y : a at `atA` is in another launch than b, and not in an earlier one }
Set LaunchPairs::notBefore(const Use &a, Point atA, const Use &b) const {
  const Place &from = places.at(number(a)), &to = places.at(number(b));
  Point atB = atA == Point::X ? Point::Y : Point::X;
  return pairs.tree().notBefore(from, atA, to, atB).intersect(elsewhere(a, b));
}

void LaunchPairs::verifyOrder(const Use &a, const Use &b) {
  if (homeOf(a) == Home::Own || homeOf(b) == Home::Own ||
      Pairs::mayExchange(a, b) || elsewhere(a, b).isEmpty())
    return;
  ++pairs.proof().pairs;
  Set first = pairs.earlier(a, Point::X, b);
  Set second = pairs.earlier(b, Point::Y, a);
  Set wrong = elsewhere(a, b);
  if (first && second)
    wrong = first.intersect(notBefore(a, Point::X, b))
                .unite(second.intersect(notBefore(b, Point::Y, a)));
  if (wrong.isEmpty())
    return;
  ++pairs.proof().asked;
  report(a, b, wrong.intersect(pairs.meeting(a, b, sameValue)),
         "the host runs them against the order of the kernel");
}

// --- memory

// Does it write what is read wherever it seems to? Whether that is read in the
// end makes no difference.
bool LaunchPairs::isCertain(const Use &killer, const Use &read) {
  if (killer.kind != Use::Kind::Write ||
      !pairs.isExact(killer, killer, sameValue))
    return false;
  for (size_t i = 0; i < killer.value.size(); ++i)
    if (!pairs.terms().equal(killer.value[i], read.value[i]))
      return false;
  return true;
}

// { x, y : another write of the value comes between }
Set LaunchPairs::killed(const Use &write, const Use &killer, const Use &read) {
  const std::string mark = "\"";
  Set since = pairs.earlier(write, Point::X, killer);
  Set until = pairs.earlier(killer, Point::X, read);
  if (!since || !until)
    return Set::empty();
  until = until.intersect(pairs.meeting(killer, read, sameValue));
  Set between = pairs.terms()
                    .marked(since, Point::Y, mark)
                    .intersect(pairs.terms().marked(until, Point::X, mark));
  poly::Names gone;
  for (const std::string &name : between.names())
    if (name.back() == mark.front())
      gone.push_back(name);
  return between.project(gone);
}

// Does nothing that is written elsewhere arrive, as the words show?
bool LaunchPairs::passesPlainly(const Use &write, const Use &read,
                                Covers &covers) const {
  size_t depth = covers.plainDepth(read);
  if (!covers.shares(write, read, depth))
    return true;
  if (number(write) != number(read))
    return false;
  std::set<std::string> equal =
      pairs.pins(write, read, {AddressSpace::Global, false, depth});
  const std::vector<HostLoop> &loops = launch(read).loops;
  return std::all_of(loops.begin(), loops.end(), [&](const HostLoop &loop) {
    return equal.count(loop.iname) > 0;
  });
}

void LaunchPairs::verifyMemory(const Use &write, const Use &read,
                               Covers &covers) {
  if ((homeOf(write) != Home::Own && homeOf(read) != Home::Own) ||
      passesPlainly(write, read, covers))
    return;
  ++pairs.proof().pairs;
  size_t depth = covers.depth(read);
  if (!covers.shares(write, read, depth))
    return;
  Set lost = pairs.meeting(write, read, {AddressSpace::Global, false, depth})
                 .intersect(elsewhere(write, read));
  if (Set first = pairs.earlier(write, Point::X, read))
    lost = lost.intersect(first);
  ++pairs.proof().asked;
  bool exact = true;
  for (const Use &killer : variable.uses) {
    if (lost.isEmpty())
      return;
    if (isCertain(killer, read))
      lost = lost.subtract(killed(write, killer, read));
    else
      exact &= killer.kind != Use::Kind::Write;
  }
  report(write, read, lost,
         "the value goes from one launch to another, but its memory does not",
         exact);
}

// --- what the host knows

// The last read-back of it before the launch, or before the loop of this depth
// around: in a body around that.
const TreeBarrier *LaunchPairs::readBack(const Use &use, size_t depth) const {
  const Place &at = places.at(number(use));
  const TreeBarrier *found = nullptr;
  for (const TreeBarrier &barrier : pairs.tree().barriers()) {
    size_t around = barrier.place.loops.size();
    if (barrier.barrier->reason == name() && around <= depth &&
        Tree::common(at, barrier.place) == around &&
        Tree::compare(barrier.place, at, around) < 0)
      found = &barrier;
  }
  return found;
}

void LaunchPairs::verifyKnown(const Use &write, const Use &read) {
  const std::vector<HostLoop> &loops = launch(read).loops;
  VariablePtr there = launch(read).part->findVariable(name());
  if (there && there->isValue())
    verifyReadBack(write, read, loops.size());
  for (size_t depth = 0; depth < loops.size(); ++depth)
    if (loops[depth].range.involves(name()))
      verifyReadBack(write, read, depth);
}

// What is written before the read in the kernel's order is written before the
// host reads it back; what is written after it, verifyOrder() keeps after.
void LaunchPairs::verifyReadBack(const Use &write, const Use &read,
                                 size_t depth) {
  const TreeBarrier *barrier = readBack(read, depth);
  Set wrong = pairs.meeting(write, read, sameValue);
  if (Set first = pairs.earlier(write, Point::X, read))
    wrong = wrong.intersect(first);
  if (barrier)
    wrong = wrong.intersect(pairs.tree().notBefore(
        places.at(number(write)), Point::X, barrier->place, Point::Y));
  report(write, read, wrong, "the host reads the value back too early", true);
}

// --- what is found

std::string LaunchPairs::pointStr(const Use &use, Point at,
                                  const poly::Point &values) const {
  std::string text;
  for (const std::string &iname : pairs.insn(use).inames) {
    auto value = values.find(nameAt(iname, at));
    text += (text.empty() ? " (" : ", ") + iname + " = " +
            std::to_string(value == values.end() ? 0 : value->second);
  }
  return "'" + pairs.insn(use).id + "'" + text + (text.empty() ? "" : ")");
}

void LaunchPairs::report(const Use &a, const Use &b, const Set &wrong,
                         const std::string &what, bool exact) {
  auto point = wrong.sample();
  if (!point)
    return;
  std::string sizes;
  for (const auto &[name, value] : *point)
    if (whole.findVariable(name))
      sizes += (sizes.empty() ? " with " : ", ") + name + " = " +
               std::to_string(value);
  std::string text = "launches: kernel '" + whole.name + "'" + sizes + ": " +
                     pointStr(a, Point::X, *point) + " and " +
                     pointStr(b, Point::Y, *point) + " access '" + name() +
                     "', and " + what;
  if (exact && pairs.isExact(a, b, sameValue))
    throw InternalError(text);
  if (!pairs.proof().notProved++)
    pairs.proof().reason = text;
}

void verify::verifyLaunchPairs(
    const HostPlan &plan, Pairs &pairs,
    const std::map<std::string, UsedVariable> &variables, const Kernel &whole) {
  for (const auto &[name, variable] : variables)
    if (!variable.uses.empty())
      LaunchPairs(plan, pairs, whole, variable).run();
}
