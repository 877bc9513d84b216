// What of two uses shows without isl: by the words of their times and places.
#include "Pairs.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

Pairs::Pins Pairs::pins(const Use &a, const Use &b, const Meeting &how) {
  Pins result;
  auto pin = [&](int x, int y) {
    if (x != y)
      return;
    if (const auto &digits = knownTerms.digits(x))
      result.insert(digits->names.begin(), digits->names.end());
  };
  const auto &from = how.byStorage ? a.storage : a.value;
  const auto &to = how.byStorage ? b.storage : b.value;
  for (size_t i = 0; i < std::min(from.size(), to.size()); ++i)
    pin(from[i], to[i]);
  for (size_t l = 0; l < how.loops; ++l)
    pin(time(a)[2 * l + 1], time(b)[2 * l + 1]);
  for (size_t x = 0; x < scheduled.axes.size(); ++x) {
    const std::string &iname = coordinates(a)[x].iname;
    if (how.owns(scheduled.axes[x].isGroup()) && !iname.empty() &&
        iname == coordinates(b)[x].iname)
      result.insert(iname);
  }
  return result;
}

bool Pairs::plainlyTogether(const Use &a, const Use &b, const Meeting &how,
                            const Pins &pins, bool groups) const {
  using Kind = Coordinate::Kind;
  if (how.owns(groups))
    return true;
  for (size_t x = 0; x < scheduled.axes.size(); ++x) {
    const HardwareAxis &axis = scheduled.axes[x];
    if (axis.isGroup() != groups || knownTree.isTrivial(axis.str()))
      continue;
    const Coordinate &from = coordinates(a)[x], &to = coordinates(b)[x];
    bool same = from.kind == Kind::First && to.kind == Kind::First;
    same |= from.kind == Kind::Iname && to.kind == Kind::Iname &&
            from.iname == to.iname && pins.count(from.iname);
    if (!same)
      return false;
  }
  return true;
}

bool Pairs::sharesLanes(const Use &a, const Use &b) const {
  const Place &from = leaf(a).place, &to = leaf(b).place;
  size_t common = Tree::common(from, to);
  for (size_t k = 0; k < common; ++k)
    if (knownTree.loop(from.loops[k]).lanes)
      return true;
  return false;
}

// On one work-item, its inames are equal. What is left of the kernel's
// loops and of the tree's must be the same list; where all are equal, the
// positions must say the same.
bool Pairs::plainlyOrdered(const Use &a, const Use &b, Pins pins,
                           bool oneItem) {
  for (size_t x = 0; x < scheduled.axes.size(); ++x)
    if (const std::string &iname = coordinates(a)[x].iname;
        !iname.empty() && iname == coordinates(b)[x].iname &&
        (oneItem || scheduled.axes[x].isGroup()))
      pins.insert(iname);
  const std::vector<int> &from = time(a), &to = time(b);
  std::vector<const std::string *> loops;
  int order = 0;
  for (size_t i = 0; i < std::max(from.size(), to.size()) && !order; ++i) {
    static const int64_t zero = 0;
    auto literal = [&](const std::vector<int> &list) {
      return i < list.size() ? knownTerms.literal(list[i])
                             : std::optional(zero);
    };
    auto p = literal(from), q = literal(to);
    if (p && q) {
      order = *p < *q ? -1 : *p > *q;
      continue;
    }
    if (i >= from.size() || i >= to.size() || from[i] != to[i])
      return false;
    const auto &digits = knownTerms.digits(from[i]);
    if (!digits)
      return false;
    for (const std::string &name : digits->names)
      if (!pins.count(name)) {
        if (!digits->ascending)
          return false;
        loops.push_back(&name);
      }
  }
  const Place &here = leaf(a).place, &there = leaf(b).place;
  size_t common = Tree::common(here, there), next = 0;
  for (size_t k = 0; k < common; ++k) {
    const TreeLoop &loop = knownTree.loop(here.loops[k]);
    if (pins.count(loop.iname))
      continue;
    if (loop.lanes || next >= loops.size() || *loops[next++] != loop.iname)
      return false;
  }
  return next == loops.size() && order == Tree::compare(here, there, common);
}
