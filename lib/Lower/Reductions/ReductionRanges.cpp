#include "Reductions/ReductionRanges.h"

#include "ConstantRange.h"
#include "Launches/HostScalars.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/Names.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// The data say how long it is.
static UserError unknownToHost(const Kernel &kernel, const std::string &iname) {
  const InameTag tag = kernel.tagOf(iname);
  return UserError(
      "the range of iname '" + iname + "' of kernel '" + kernel.name + "'" +
          (tag.isPlain() ? "" : ", which is tagged " + tag.str() + ",") +
          " must be known to the host, but has no end in terms of the "
          "arguments by value; leave it sequential, and let the work-items of "
          "a group share it: split_iname(knl, \"" +
          iname + "\", 32, inner_tag=\"l.0\"), or bound it (assume)",
      kernel.range);
}

InameRange loopyc::rangeOf(const Kernel &kernel, const std::string &iname) {
  Names params;
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      params.push_back(arg->name);
  for (const std::string &name : hostScalarNames(kernel))
    params.push_back(name);
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
  if (!range.values.boundedBelow(iname) || !range.values.boundedAbove(iname))
    throw unknownToHost(kernel, iname);
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
