#include "Classes.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

std::string UseClasses::keyOf(const Use &use) const {
  const Leaf &leaf = pairs.leaf(use);
  std::string key = std::to_string(leaf.run) + "|" +
                    std::to_string(static_cast<int>(use.kind)) +
                    std::to_string(static_cast<int>(use.op)) +
                    (use.atomic ? "a|" : "|");
  auto add = [&](const std::vector<int> &terms, size_t count) {
    for (size_t i = 0; i < count; ++i)
      key += std::to_string(terms[i]) + ",";
    key += "|";
  };
  add(use.value, use.value.size());
  add(use.storage, use.storage.size());
  const std::vector<int> &time = pairs.time(use);
  add(time, time.empty() ? 0 : time.size() - 1);
  if (pairs.isAsserted(use)) // by instructions, each for itself
    key += std::to_string(leaf.number);
  return key;
}

UseClasses::UseClasses(const UsedVariable &variable, Pairs &pairs)
    : pairs(pairs) {
  std::map<std::string, size_t> known;
  for (const Use &use : variable.uses) {
    auto [at, isNew] = known.try_emplace(keyOf(use), list.size());
    if (isNew)
      list.emplace_back();
    list[at->second].members.push_back(&use);
  }
  for (UseClass &made : list)
    std::stable_sort(made.members.begin(), made.members.end(),
                     [&](const Use *a, const Use *b) {
                       return pairs.lastPosition(*a) < pairs.lastPosition(*b);
                     });
}

// Of one run and the same loops: do the places follow the kernel's order?
bool UseClasses::isMonotone(const UseClass &a, const UseClass &b) const {
  std::vector<std::pair<int64_t, int>> places;
  for (const UseClass *list : {&a, &b})
    for (const Use *use : list->members)
      places.push_back(
          {pairs.lastPosition(*use), pairs.leaf(*use).place.positions.back()});
  std::sort(places.begin(), places.end());
  for (size_t i = 1; i < places.size(); ++i)
    if (places[i].second < places[i - 1].second)
      return false;
  return true;
}

static std::optional<std::pair<const Use *, const Use *>>
ofOneStatement(const UseClass &a, const UseClass &b) {
  for (const Use *x : a.members)
    for (const Use *y : b.members)
      if (x->leaf == y->leaf)
        return std::pair(x, y);
  return std::nullopt;
}

bool UseClasses::anyPair(const UseClass &a, const UseClass &b,
                         const Visit &visit) const {
  // Few, or in disorder: each with each.
  constexpr size_t few = 4;
  bool oneRun = pairs.leaf(a.any()).run == pairs.leaf(b.any()).run;
  if (a.members.size() * b.members.size() <= few ||
      (oneRun && !isMonotone(a, b))) {
    for (const Use *x : a.members)
      for (const Use *y : b.members)
        if ((&a != &b || x <= y) && visit(*x, *y))
          return true;
    return false;
  }
  // Two of one statement, if there are; then the extremes: the first of the
  // one with the last of the other. All others stand to each other like these.
  if (&a == &b)
    return visit(a.any(), a.any()) || visit(a.any(), *a.members.back());
  if (auto one = ofOneStatement(a, b);
      oneRun && one && visit(*one->first, *one->second))
    return true;
  return visit(a.any(), *b.members.back()) || visit(*a.members.back(), b.any());
}

bool UseClasses::anyConflict(const Visit &visit) const {
  for (size_t a = 0; a < list.size(); ++a)
    for (size_t b = a; b < list.size(); ++b)
      if (Pairs::conflict(list[a].any(), list[b].any()) &&
          anyPair(list[a], list[b], visit))
        return true;
  return false;
}
