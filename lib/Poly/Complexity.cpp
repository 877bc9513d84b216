#include "loopyc/Poly/Complexity.h"

#include "Check.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

using namespace loopyc;
using namespace loopyc::poly;

static isl_stat noteDivisions(isl_basic_set *part, void *user) {
  size_t count = static_cast<size_t>(
      checkedSize(isl_basic_set_dim(part, isl_dim_div), "divisions"));
  size_t &most = *static_cast<size_t *>(user);
  most = std::max(most, count);
  isl_basic_set_free(part);
  return isl_stat_ok;
}

Set poly::withoutDivisions(const Set &set) {
  return Set(checked(isl_set_remove_divs(set.copy()), "remove divisions"));
}

size_t poly::polyhedronCount(const Set &set) {
  return static_cast<size_t>(
      checkedSize(isl_set_n_basic_set(set.get()), "polyhedra"));
}

static isl_stat addPolyhedra(isl_set *domain, isl_aff *value, void *user) {
  isl_size count = isl_set_n_basic_set(domain);
  isl_set_free(domain);
  isl_aff_free(value);
  if (count < 0)
    return isl_stat_error;
  *static_cast<size_t *>(user) += static_cast<size_t>(count);
  return isl_stat_ok;
}

size_t poly::caseCount(const PwAff &value) {
  size_t count = 0;
  if (isl_pw_aff_foreach_piece(value.get(), addPolyhedra, &count) < 0)
    failed("cases");
  return count;
}

size_t poly::divisionCount(const Set &set) {
  size_t most = 0;
  if (isl_set_foreach_basic_set(set.get(), noteDivisions, &most) < 0)
    failed("divisions");
  return most;
}

static isl_stat addCase(isl_set *domain, isl_aff *value, void *user) {
  isl_set_free(domain);
  isl_pw_aff *one = isl_pw_aff_from_aff(value);
  if (!one)
    return isl_stat_error;
  static_cast<std::vector<PwAff> *>(user)->emplace_back(one);
  return isl_stat_ok;
}

std::vector<PwAff> poly::affineCases(const PwAff &value) {
  std::vector<PwAff> cases;
  if (isl_pw_aff_foreach_piece(value.get(), addCase, &cases) < 0)
    failed("cases");
  return cases;
}
