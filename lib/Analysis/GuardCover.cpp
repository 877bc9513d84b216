#include "GuardCover.h"

#include <algorithm>
#include <iterator>

using namespace loopyc;

// So many cases that nobody wrote them by hand.
static constexpr size_t mostCases = 64;

static bool contains(const Guards &guards, int guard) {
  return std::binary_search(guards.begin(), guards.end(), guard);
}

static bool isImpliedBy(const Guards &guards, const Guards &weaker) {
  return std::includes(guards.begin(), guards.end(), weaker.begin(),
                       weaker.end());
}

// Under a and g one write happens, under b and not g another: one of them
// happens under a and b.
static Guards resolved(Guards a, Guards b, int guard, int opposite) {
  a.erase(std::find(a.begin(), a.end(), guard));
  b.erase(std::find(b.begin(), b.end(), opposite));
  Guards both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                 std::back_inserter(both));
  return both;
}

bool GuardCover::add(Guards guards, const GuardTable &table) {
  if (cases.size() >= mostCases || guards.size() > mostGuards)
    return false;
  std::vector<Guards> open{std::move(guards)};
  while (!open.empty() && cases.size() < mostCases) {
    Guards now = std::move(open.back());
    open.pop_back();
    if (now.empty())
      return true;
    bool implied =
        std::any_of(cases.begin(), cases.end(), [&](const Guards &weaker) {
          return isImpliedBy(now, weaker);
        });
    if (implied || now.size() > mostGuards)
      continue;
    for (const Guards &other : cases)
      for (int guard : now)
        for (int opposite : table.opposites(guard))
          if (contains(other, opposite))
            open.push_back(resolved(now, other, guard, opposite));
    cases.push_back(std::move(now));
  }
  return false;
}
