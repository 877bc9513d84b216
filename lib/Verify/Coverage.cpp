#include "Coverage.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;
using poly::Names;
using poly::PwAff;
using poly::Set;

// The iname of the instruction that the axis counts; "" if none.
static std::string inameOn(const GridAxis &axis, const Instruction &insn,
                           const Substitution &positions) {
  for (const std::string &iname : insn.inames)
    if (auto position = positions.find(iname);
        position != positions.end() && mentions(position->second, axis))
      return iname;
  return "";
}

// Where the leaf runs, is that so at some positions only? What it says of the
// axis may follow from its size and what is assumed of it.
static bool selects(const Leaf &leaf, const std::string &axis,
                    const Set &context) {
  if (!leaf.domain.involves(axis))
    return false;
  Set here = leaf.domain.intersect(context);
  return here.isSubset(PwAff::name(axis).eq(PwAff::constant(0))) ||
         !here.project({axis}).intersect(context).isSubset(here);
}

Coordinates verify::coordinatesOf(const Leaf &leaf, const Instruction &insn,
                                  const ScheduledKernel &scheduled) {
  Coordinates result;
  for (const HardwareAxis &axis : scheduled.axes) {
    Coordinate made;
    made.iname = inameOn(axis, insn, scheduled.positions);
    if (!made.iname.empty())
      made.kind = Coordinate::Kind::Iname;
    else if (leaf.domain.isEmpty() ||
             selects(leaf, axis.str(), scheduled.context))
      made.kind = Coordinate::Kind::First;
    result.push_back(std::move(made));
  }
  return result;
}

namespace {

class Coverage {
public:
  Coverage(const Tree &tree, const ScheduledKernel &scheduled,
           const Kernel &kernel, Terms &terms)
      : tree(tree), scheduled(scheduled), kernel(kernel), terms(terms),
        index(kernel), assumed(kernel.assumptions.flat()) {
    for (const HardwareAxis &axis : scheduled.axes)
      outside.push_back(outsideOf(axis));
  }

  void run() {
    std::vector<std::vector<const Leaf *>> places(kernel.instructions.size());
    for (const Leaf &leaf : tree.leaves())
      places[leaf.number].push_back(&leaf);
    for (size_t i = 0; i < places.size(); ++i) {
      const Instruction &insn = *kernel.instructions[i];
      if (insn.assignees().empty())
        continue;
      if (places[i].empty())
        throw InternalError(begin(insn) + "is not in the tree");
      verify(insn, places[i]);
    }
  }

private:
  // What is outside of each of several sizes, of which the largest is the
  // axis's; none where one is not known.
  std::vector<Set> outsideOf(const HardwareAxis &axis) {
    PwAff at = PwAff::name(axis.str());
    std::vector<Expr> sizes = {axis.size};
    if (const auto *call = axis.size.getIf<Call>();
        call && call->fn == Intrinsic::Max)
      sizes = call->args;
    std::vector<Set> result;
    for (const Expr &each : sizes) {
      const auto &size = terms.value(terms.add(each), Point::X);
      if (!size)
        return {};
      result.push_back(at.lt(PwAff::constant(0)).unite(at.ge(*size)));
    }
    return result;
  }
  static Set lostOf(const Set &wanted, const std::vector<Set> &outside);

  std::string begin(const Instruction &insn) const {
    return "schedule: kernel '" + kernel.name + "': '" + insn.id + "' ";
  }

  void verify(const Instruction &insn, const std::vector<const Leaf *> &places);
  void verifyLoops(const Instruction &insn, const Leaf &leaf) const;
  Set expected(const Instruction &insn, const std::vector<Expr> &guards);
  void verifyOwners(const Instruction &insn, const Coordinates &at) const;
  void require(bool holds, const Instruction &insn, const Set &where,
               const std::string &what) const;

  const Tree &tree;
  const ScheduledKernel &scheduled;
  const Kernel &kernel;
  Terms &terms;
  DomainIndex index;
  Set assumed;
  std::vector<std::vector<Set>> outside; // of axes
  std::set<std::string> known;
};

} // namespace

// What lies outside of all; most often one is enough to say that nothing does.
Set Coverage::lostOf(const Set &wanted, const std::vector<Set> &outside) {
  for (const Set &one : outside)
    if (wanted.intersect(one).isEmpty())
      return Set::empty();
  Set lost = outside.empty() ? Set::empty() : wanted;
  for (const Set &one : outside)
    lost = lost.intersect(one);
  return lost;
}

// The tree's loops around it and its hardware inames are its inames.
void Coverage::verifyLoops(const Instruction &insn, const Leaf &leaf) const {
  std::vector<std::string> own = insn.inames, there;
  for (const std::string &iname : own)
    if (scheduled.positions.count(iname))
      there.push_back(iname);
  for (const std::string &iname : tree.loopNames(leaf.place))
    there.push_back(iname);
  std::sort(own.begin(), own.end());
  std::sort(there.begin(), there.end());
  if (own != there)
    throw InternalError(begin(insn) + "is not in its loops");
}

// { axes, loops : the instance's work-items, positions without an iname free }
Set Coverage::expected(const Instruction &insn,
                       const std::vector<Expr> &guards) {
  Set result = index.instances(insn.inames).flat();
  Names gone;
  std::map<std::string, std::string> names;
  for (const std::string &iname : insn.inames)
    if (auto on = scheduled.positions.find(iname);
        on != scheduled.positions.end()) {
      if (const auto *axis = on->second.getIf<AxisRef>()) {
        names[iname] = axis->axis.str();
        continue;
      }
      if (const auto &place = terms.value(terms.add(on->second), Point::X))
        result = result.equate(iname, *place);
      gone.push_back(iname);
    }
  result = result.project(gone).rename(names);
  for (const Expr &guard : guards) {
    auto condition = terms.condition(guard);
    if (!condition)
      throw InternalError(begin(insn) + "lost the guard " + guard.str());
    result = result.intersect(*condition);
  }
  return result;
}

// What is shared must be written by one.
void Coverage::verifyOwners(const Instruction &insn,
                            const Coordinates &at) const {
  for (const std::string &name : insn.assigneeNames()) {
    VariablePtr var = scheduled.kernel.findVariable(name);
    for (size_t a = 0; a < at.size(); ++a) {
      const HardwareAxis &axis = scheduled.axes[a];
      bool owns = var->space == AddressSpace::Private ||
                  (var->space == AddressSpace::Local && axis.isGroup());
      if (at[a].kind == Coordinate::Kind::Any && !owns &&
          !tree.isTrivial(axis.str()))
        throw InternalError(begin(insn) + "writes '" + var->name + "' in " +
                            addressSpaceName(var->space) +
                            " memory at every position of " + axis.str());
    }
  }
}

void Coverage::require(bool holds, const Instruction &insn, const Set &where,
                       const std::string &what) const {
  if (holds)
    return;
  std::string point;
  auto found = where.sample();
  for (const auto &[name, value] : found.value_or(poly::Point()))
    point +=
        (point.empty() ? " (" : ", ") + name + " = " + std::to_string(value);
  throw InternalError(begin(insn) + what + ", for example at" +
                      (point.empty() ? " any point" : point + ")"));
}

void Coverage::verify(const Instruction &insn,
                      const std::vector<const Leaf *> &places) {
  std::string key;
  std::vector<std::string> inames = insn.inames;
  std::sort(inames.begin(), inames.end());
  for (const std::string &iname : inames)
    key += iname + ",";
  std::vector<Expr> guards;
  for (size_t i = 0; i < places.size(); ++i) {
    verifyLoops(insn, *places[i]);
    std::vector<Expr> moved =
        movedGuards(*scheduled.kernel.instructions[places[i]->number],
                    *places[i], scheduled.positions);
    if (i == 0)
      guards = moved;
    else if (guards != moved)
      throw InternalError(begin(insn) + "has other guards at each place");
    key +=
        std::to_string(reinterpret_cast<uintptr_t>(places[i]->domain.get())) +
        ",";
  }
  // A place that never runs (a slab that is empty) says nothing of axes.
  auto runs = std::find_if(places.begin(), places.end(), [](const Leaf *leaf) {
    return !leaf->domain.isEmpty();
  });
  const Leaf &shown = runs == places.end() ? *places.front() : **runs;
  Coordinates at = coordinatesOf(shown, insn, scheduled);
  verifyOwners(insn, at);
  for (const Expr &guard : guards)
    key += ";" + guard.str();
  if (!known.insert(key).second)
    return;

  Set wanted = expected(insn, guards);
  for (size_t a = 0; a < at.size(); ++a) {
    std::string axis = scheduled.axes[a].str();
    if (at[a].kind == Coordinate::Kind::First)
      wanted = wanted.intersect(PwAff::name(axis).eq(PwAff::constant(0)));
    if (at[a].kind == Coordinate::Kind::Any)
      continue;
    Set lost = lostOf(wanted.intersect(assumed), outside[a]);
    require(lost.isEmpty(), insn, lost, "has instances outside of " + axis);
  }
  if (places.size() == 1 && places.front()->domain.isEqual(wanted))
    return;
  // Positions that there are; what runs outside of them was found above.
  const Set &context = scheduled.context;
  wanted = wanted.intersect(context);
  Set there = Set::empty();
  for (const Leaf *leaf : places) {
    Set here = leaf->domain.intersect(context);
    Set twice = there.intersect(here);
    require(twice.isEmpty(), insn, twice, "runs twice");
    there = there.unite(here);
  }
  Set lost = wanted.subtract(there), added = there.subtract(wanted);
  require(lost.isEmpty(), insn, lost, "has instances that never run");
  require(added.isEmpty(), insn, added, "runs where it has no instance");
}

void verify::verifyCoverage(const Tree &tree, const ScheduledKernel &scheduled,
                            const Kernel &kernel, Terms &terms) {
  Coverage(tree, scheduled, kernel, terms).run();
}

void verify::verifyBarriers(const Tree &tree, const Kernel &kernel,
                            const Terms &terms) {
  bool alone = std::all_of(
      tree.localAxes().begin(), tree.localAxes().end(),
      [&](const std::string &axis) { return tree.isTrivial(axis); });
  if (alone)
    return;
  for (const TreeBarrier &barrier : tree.barriers()) {
    std::string what = "schedule: kernel '" + kernel.name + "': the barrier '" +
                       barrier.barrier->reason + "' is reached by ";
    for (const std::string &axis : tree.localAxes())
      if (barrier.barrier->domain.involves(axis))
        throw InternalError(what + "some positions of " + axis + " only");
    for (const std::string &iname : tree.loopNames(barrier.place)) {
      int d = kernel.domainOf(iname);
      if (d < 0)
        continue;
      for (const std::string &param : kernel.domains[d].params())
        if (terms.isData(param) && kernel.domains[d].involves(param))
          throw InternalError(what + "the work-items whose '" + param +
                              "' lets them, in the loop over '" + iname + "'");
    }
  }
}
