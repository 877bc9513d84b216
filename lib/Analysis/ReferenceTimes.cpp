#include "loopyc/Analysis/ReferenceTimes.h"

#include "loopyc/Analysis/Addresses.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/SetNames.h"

#include <algorithm>

using namespace loopyc;
using poly::Set;

static Expr componentAt(const ReferenceTime &time, size_t i) {
  return i < time.size() ? time[i] : Expr::integer(0);
}

Set loopyc::timesOrdered(const ReferenceTime &a, const ReferenceTime &b,
                         bool orEqual, BoundedAffine &affine) {
  Set before = Set::empty(), equal = Set::universe();
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    Expr x = componentAt(a, i), y = componentAt(b, i);
    if (x == y && asInteger(x))
      continue;
    auto xv = affine(x), yv = affine(y);
    if (!xv || !yv) // in any order from here on
      return before.unite(equal);
    before = before.unite(equal.intersect(xv->lt(*yv)));
    equal = equal.intersect(xv->eq(*yv));
    if (auto xn = asInteger(x), yn = asInteger(y); xn && yn && *xn != *yn)
      return before;
  }
  return orEqual ? before.unite(equal) : before;
}

MoveCheck::MoveCheck(const Kernel &kernel)
    : kernel(kernel), instances(kernel), affine(kernel) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    for (const std::string &name : kernel.instructions[i]->assigneeNames())
      writers[name].push_back(static_cast<int>(i));
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list)
      for (const std::string &name : addressNames(*var))
        if (writers.count(name))
          addressData[var->name].push_back(Expr::var(name));
}

// Can no instance of the writer be between, as the literal positions say?
static bool plainlyOutside(const ReferenceTime &time, const Move &move) {
  for (size_t i = 0; i < std::max(time.size(), move.later.size()); i += 2) {
    Expr at = componentAt(time, i), from = componentAt(move.earlier, i),
         to = componentAt(move.later, i);
    auto t = asInteger(at), e = asInteger(from), l = asInteger(to);
    if (!t || !e || !l)
      return false;
    if (*t < *e || *t > *l)
      return true;
    if (*e != *l)
      return false;
    // The same position; go on only if the loop has one iteration in both.
    if (componentAt(move.earlier, i + 1) != componentAt(move.later, i + 1))
      return false;
  }
  return false;
}

// Of the variable that is read, what the instruction assigns.
static Expr assigneeLike(const Expr &reference, const Instruction &insn) {
  const auto *array = reference.getIf<ArrayRef>();
  const std::string &name =
      array ? array->name : reference.getIf<VarRef>()->name;
  std::vector<Expr> assignees = insn.assignees();
  std::vector<std::string> names = insn.assigneeNames();
  size_t at = std::find(names.begin(), names.end(), name) - names.begin();
  return assignees.at(at);
}

std::optional<Clobber> MoveCheck::clobberedBy(int writer,
                                              const Expr &reference,
                                              const Move &move) {
  const Instruction &insn = *kernel.instructions[writer];
  if (plainlyOutside(insn.time, move))
    return std::nullopt;
  Substitution by = markedReferences(insn.inames, Mark::DoublePrime);
  Set all = move.pairs.intersect(
      instances.of(writer).rename(markedNames(insn.inames, Mark::DoublePrime)));
  std::vector<Expr> read = operands(reference);
  std::vector<Expr> written = operands(assigneeLike(reference, insn));
  for (size_t a = 0; a < std::min(read.size(), written.size()); ++a) {
    auto x = affine(read[a]), y = affine(substitute(written[a], by));
    if (x && y)
      all = all.intersect(x->eq(*y));
  }
  if (all.isEmpty())
    return std::nullopt;
  ReferenceTime time;
  for (const Expr &component : insn.time)
    time.push_back(substitute(component, by));
  all = all.intersect(timesOrdered(move.earlier, time, true, affine));
  all = all.intersect(timesOrdered(time, move.later, false, affine));
  if (all.isEmpty())
    return std::nullopt;
  return Clobber{writer, reference, all};
}

std::optional<Clobber> MoveCheck::changed(const std::string &variable,
                                          const Expr &reference,
                                          const Move &move) {
  auto it = writers.find(variable);
  if (it == writers.end())
    return std::nullopt;
  for (int writer : it->second)
    if (auto clobber = clobberedBy(writer, reference, move))
      return clobber;
  return std::nullopt;
}

// Its range included; its inames are none of the two instances.
std::optional<Clobber> MoveCheck::clobberedIn(const Expr &e,
                                              const Reduction &reduction,
                                              const Move &move) {
  for (const std::string &name : rangeNames(kernel, e))
    if (writers.count(name))
      if (auto found = changed(name, Expr::var(name), move))
        return found;
  Move inside = move;
  inside.pairs = move.pairs.intersect(
      DomainIndex(kernel).domain(reduction.inames).flat());
  return clobbered(reduction.value, inside);
}

std::optional<Clobber> MoveCheck::clobbered(const Expr &value,
                                            const Move &move) {
  std::optional<Clobber> found;
  walk(value, [&](const Expr &node) {
    if (found)
      return false;
    if (const auto *reduction = node.getIf<Reduction>()) {
      found = clobberedIn(node, *reduction, move);
      return false;
    }
    if (const auto *var = node.getIf<VarRef>())
      found = changed(var->name, node, move);
    const auto *array = node.getIf<ArrayRef>();
    if (!array)
      return !found;
    found = changed(array->name, node, move);
    if (auto it = addressData.find(array->name); it != addressData.end())
      for (const Expr &stride : it->second)
        if (!found)
          found = changed(stride.getIf<VarRef>()->name, stride, move);
    return !found;
  });
  return found;
}
