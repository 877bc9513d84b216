#include "loopyc/Poly/Complexity.h"

#include "Check.h"

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

size_t poly::divisionCount(const Set &set) {
  size_t most = 0;
  if (isl_set_foreach_basic_set(set.get(), noteDivisions, &most) < 0)
    failed("divisions");
  return most;
}
