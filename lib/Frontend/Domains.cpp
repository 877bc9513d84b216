#include "Domains.h"

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;

poly::Set frontend::loopDomain(const std::string &iname,
                               const std::vector<PwAff> &firsts,
                               const std::vector<PwAff> &lasts, int64_t step) {
  PwAff counter = PwAff::name(iname);
  poly::Set range = counter.ge(PwAff::constant(0));
  for (const PwAff &first : firsts) {
    PwAff value = first + counter.scaled(step);
    for (const PwAff &last : lasts)
      range = range.intersect(step > 0 ? value.le(last) : value.ge(last));
  }
  return range.coalesce().withDims({iname});
}
