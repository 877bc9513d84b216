#include "Reductions/ReductionRanges.h"

#include "ConstantRange.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/Names.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

InameRange loopyc::rangeOf(const Kernel &kernel, const std::string &iname) {
  Names params;
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      params.push_back(arg->name);
  Names names = params;
  names.push_back(iname);
  InameRange range;
  range.iname = iname;
  range.values = DomainIndex(kernel)
                     .instances({iname})
                     .flat()
                     .intersect(kernel.assumptions)
                     .projectOnto(names);
  // Work-groups have one size, and copies of instances one number.
  if (kernel.tagOf(iname).meaning().constantRange ||
      kernel.tagOf(iname).isLocal()) {
    auto [low, high] = constantRange(kernel, iname);
    PwAff at = PwAff::name(iname);
    range.least = PwAff::constant(low);
    range.low = Expr::integer(low);
    range.count = Expr::integer(high - low + 1);
    range.values =
        at.ge(PwAff::constant(low)).intersect(at.le(PwAff::constant(high)));
    return range;
  }
  PwAff low = range.values.minOf(iname, params);
  PwAff high = range.values.maxOf(iname, params);
  PwAff count = high - low + PwAff::constant(1);
  range.least = low.gist(low.domain());
  range.low =
      typedNames(kernel, fromAffine(range.least, kernel.assumptions));
  range.count = typedNames(
      kernel,
      fromAffine(PwAff::select(count.domain(), count, PwAff::constant(0)),
                 kernel.assumptions));
  return range;
}

Set InameRange::offsets(const std::string &dim) const {
  return values.equate(dim, PwAff::name(iname) - least)
      .project({iname})
      .withDims({dim});
}
