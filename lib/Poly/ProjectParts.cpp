#include "ProjectParts.h"

#include "Check.h"

#include "llvm/ADT/EquivalenceClasses.h"

#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/space.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace loopyc;
using namespace loopyc::poly;

// Fewer are gone as soon as their parts are found.
static constexpr size_t fewNames = 12;

namespace {

using Position = std::pair<isl_dim_type, int>;

// Of one of the sets that make up the whole.
class Parts {
public:
  explicit Parts(std::vector<Position> gone) : gone(std::move(gone)) {}

  // Takes `part`; all of its names stay, those that go without constraints.
  isl_set *run(isl_basic_set *part) {
    isl_constraint_list *list = isl_basic_set_get_constraint_list(part);
    const int count = checkedSize(isl_constraint_list_size(list), "size");
    std::vector<std::vector<size_t>> used(count); // of those that go
    for (int k = 0; k < count; ++k) {
      used[k] = usedBy(isl_constraint_list_get_constraint(list, k));
      for (size_t name : used[k])
        together.unionSets(used[k].front(), name);
    }
    std::map<size_t, isl_basic_set *> byPart; // by one name of each
    isl_basic_set *rest = isl_basic_set_universe(isl_basic_set_get_space(part));
    for (int k = 0; k < count; ++k) {
      isl_basic_set **of = &rest;
      if (!used[k].empty()) {
        auto [known, isNew] = byPart.try_emplace(
            together.getLeaderValue(used[k].front()), nullptr);
        if (isNew)
          known->second = isl_basic_set_universe(isl_basic_set_get_space(part));
        of = &known->second;
      }
      *of = isl_basic_set_add_constraint(
          *of, isl_constraint_list_get_constraint(list, k));
    }
    isl_constraint_list_free(list);
    isl_basic_set_free(part);
    isl_set *result = isl_set_from_basic_set(rest);
    for (auto [leader, constraints] : byPart)
      result = isl_set_intersect(result, without(leader, constraints));
    return checked(result, "project parts");
  }

private:
  std::vector<size_t> usedBy(isl_constraint *constraint) {
    std::vector<size_t> result;
    for (size_t name = 0; name < gone.size(); ++name)
      if (checked(isl_constraint_involves_dims(constraint, gone[name].first,
                                               gone[name].second, 1),
                  "involves"))
        result.push_back(name);
    isl_constraint_free(constraint);
    return result;
  }

  isl_set *without(size_t leader, isl_basic_set *constraints) const {
    isl_set *set = isl_set_from_basic_set(constraints);
    for (auto name = together.findLeader(leader); name != together.member_end();
         ++name)
      set = isl_set_eliminate(set, gone[*name].first, gone[*name].second, 1);
    return set;
  }

  const std::vector<Position> gone;
  llvm::EquivalenceClasses<size_t> together;
};

} // namespace

static Position placeOf(isl_set *set, const std::string &name) {
  for (isl_dim_type type : {isl_dim_set, isl_dim_param})
    if (int at = isl_set_find_dim_by_name(set, type, name.c_str()); at >= 0)
      return {type, at};
  return {isl_dim_all, -1};
}

static isl_stat keepOne(isl_basic_set *part, void *kept) {
  *static_cast<isl_basic_set **>(kept) = part;
  return isl_stat_ok;
}

// The set, if it is constraints alone; else null.
static isl_basic_set *constraintsOf(const Set &set) {
  isl_basic_set *part = nullptr;
  isl_set *own = set.copy();
  if (isl_set_n_basic_set(own) == 1)
    isl_set_foreach_basic_set(own, keepOne, &part);
  isl_set_free(own);
  if (!part || isl_basic_set_dim(part, isl_dim_div) == 0)
    return part;
  isl_basic_set_free(part);
  return nullptr;
}

std::optional<Set> poly::projectedInParts(const Set &set, const Names &names) {
  isl_basic_set *part = names.size() > fewNames ? constraintsOf(set) : nullptr;
  if (!part)
    return std::nullopt;
  isl_set *own = set.copy();
  std::vector<Position> gone;
  for (const std::string &name : names)
    if (Position at = placeOf(own, name); at.first != isl_dim_all)
      gone.push_back(at);
  isl_set_free(own);
  isl_set *result = Parts(std::move(gone)).run(part);
  for (const std::string &name : names)
    if (auto [type, at] = placeOf(result, name); type != isl_dim_all)
      result = isl_set_project_out(result, type, at, 1);
  return Set(checked(result, "project parts"));
}
