#include "loopyc/IR/EndlessLoops.h"

using namespace loopyc;
using poly::PwAff;

poly::Set loopyc::endlessDomain(const std::string &iname) {
  PwAff at = PwAff::name(iname);
  return at.ge(PwAff::constant(0))
      .intersect(at.lt(PwAff::constant(endlessIterations)))
      .withDims({iname});
}

bool loopyc::isEndless(const Kernel &kernel, const std::string &iname) {
  int number = kernel.domainOf(iname);
  if (number < 0)
    return false;
  const poly::Set &domain = kernel.domains[number];
  if (domain.dims() != poly::Names{iname})
    return false;
  for (const std::string &size : domain.params())
    if (domain.involves(size))
      return false;
  return domain.flat().isEqual(endlessDomain(iname).flat());
}

UserError loopyc::endsForAll(const std::string &iname,
                             const SourceRange &first) {
  return UserError("loop '" + iname +
                       "' ends by a condition that is not each work-item's "
                       "own: leave the loops around it sequential or parallel "
                       "on hardware axes, without barriers, ilp or vec inside",
                   first);
}
