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

poly::Set frontend::reachedFrom(const std::string &iname, const PwAff &from,
                                const std::vector<PwAff> &firsts,
                                int64_t step) {
  PwAff value = from + PwAff::name(iname).scaled(step);
  poly::Set range = poly::Set::universe();
  for (const PwAff &first : firsts)
    range = range.intersect(step > 0 ? value.ge(first) : value.le(first));
  return range;
}
