// Which writes hide an access: whatever was there before them, it is not what
// the access touches.
#include "DependenceScan.h"

#include "loopyc/Analysis/FallingFlags.h"

#include <algorithm>

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
      w.inames.begin(), w.inames.end(),
      [&](const std::string &iname) { return result.inames.count(iname) > 0; });
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
  return std::all_of(access(write).location.begin(),
                     access(write).location.end(), [&](const Expr &where) {
                       return !where ||
                              graph.stable.between(insn(write), insn(other),
                                                   depth, where);
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

// The guards of `write` that `other` has not, if they say for all iterations of
// the write's own loops whether it happens.
std::optional<Guards> DependenceScan::openGuardsOfLoops(int write, int other,
                                                        int depth) {
  std::set<std::string> common, arrays;
  for (int d = 0; d < depth; ++d)
    collectNames(loopAt(insn(write), d), common, arrays);
  return openGuards(write, other, depth, common);
}

// Are the data in the bounds of the write's loops the same at the other access,
// and those loops in words that sets have?
bool DependenceScan::haveStableBounds(int write, int other, int depth) {
  const std::vector<std::string> &data =
      graph.sets.dataOf(access(write).instruction);
  return std::all_of(data.begin(), data.end(),
                     [&](const std::string &name) {
                       return graph.stable.between(insn(write), insn(other),
                                                   depth, Expr::var(name));
                     }) &&
         graph.hasAffineLocation(write) && haveAffineLoops(write, depth);
}

bool DependenceScan::haveAffineLoops(int write, int depth) {
  for (int d = 0; d < depth; ++d)
    if (!graph.affine(loopAt(insn(write), d)))
      return false;
  return true;
}

// The conditions under which it is known which instances of the write run, if
// only by data: none, where the loops' bounds say all.
std::optional<Guards> DependenceScan::runsUnder(int write, int other,
                                                int depth) {
  if (graph.sets.exactWithData(access(write).instruction))
    return Guards();
  return openGuardsOfLoops(write, other, depth);
}

// Most writes that do not cover another access miss the first of its elements
// that comes to hand. Of one point, isl sees that at once; of all of them,
// where work-items number elements through, it takes minutes.
static bool leavesOut(const Set &written, const Set &touched) {
  auto point = touched.sample();
  return point && !written.contains(*point);
}

bool DependenceScan::covers(int write, int other, int depth) {
  if (disjoint(write, other, {depth, false}) ||
      hidesNothing(write, other, depth))
    return false;
  auto under = runsUnder(write, other, depth);
  if (!under || !under->empty() || !haveStableBounds(write, other, depth))
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
  int number = numbers.try_emplace(set.str(), static_cast<int>(numbers.size()))
                   .first->second;
  return it->second = {set, number};
}

// --- writes that hide an access together

// Of more, a part each, nobody hides an access.
static constexpr size_t mostParts = 64;

bool DependenceScan::JointWrites::add(int write, int other, int depth,
                                      std::optional<Guards> &under) {
  if (scan.loneWriter || !scan.access(write).write ||
      scan.access(write).update || scan.disjoint(write, other, {depth, false}))
    return false;
  auto conditions = scan.runsUnder(write, other, depth);
  if (!conditions || !scan.haveStableBounds(write, other, depth))
    return false;
  const std::vector<std::string> &data =
      scan.graph.sets.dataOf(scan.access(write).instruction);
  auto [known, isNew] = parts.try_emplace({*conditions, data});
  Part &part = known->second;
  if (isNew) {
    part.left = scan.footprint(other, depth, data).first;
    part.first = part.left.sample();
  }
  if (!part.first || part.writes++ == mostParts)
    return false;
  const Set &written = scan.footprint(write, depth, data).first;
  part.others.push_back(written);
  if (!written.contains(*part.first))
    return true;
  for (const Set &others : part.others)
    part.left = part.left.subtract(others);
  part.others.clear();
  part.first = part.left.sample();
  if (!part.first)
    under = std::move(conditions);
  return true;
}
