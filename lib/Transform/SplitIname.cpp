//   { [i] : D(i) }  ->
//   { [i_outer, i_inner] : D(i_inner + L*i_outer - shift) and
//                          0 <= i_inner < L }
#include "InameMap.h"
#include "Numbers.h"
#include "TileShift.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::PwAff;

static const char *const splitInameName = "split_iname";

Kernel loopyc::splitIname(const Kernel &kernel, const std::string &given,
                          int64_t innerLength, const SplitOptions &options) {
  std::string iname = resolveIname(kernel, given, splitInameName);
  requireNumber(innerLength, mostLength,
                std::string(splitInameName) + ": the inner length of iname '" +
                    iname + "'");
  requireSlabs(options.slabs, innerLength, iname, splitInameName);
  requirePlainLoop(kernel, iname, splitInameName);
  std::string outer = newInameName(kernel, options.outerIname, iname + "_outer",
                                   splitInameName);
  std::string inner = newInameName(kernel, options.innerIname, iname + "_inner",
                                   splitInameName);
  if (outer == inner)
    throw UserError(std::string(splitInameName) + ": the two new inames of '" +
                    iname + "' must differ, but both are '" + outer + "'");

  const Selection selection =
      selectWithin(kernel, {iname}, options.within, splitInameName);
  const Expr shift = tileShift(kernel, iname, innerLength, options.align,
                               selection, splitInameName);

  InameMap map;
  map.transformation = splitInameName;
  map.olds = {iname};
  map.places[iname] = {outer, inner};
  map.values[iname] =
      fold(Expr::var(inner) + Expr::var(outer) * innerLength - shift);
  PwAff innerValue = PwAff::name(inner);
  PwAff value = innerValue + PwAff::name(outer).scaled(innerLength) -
                *toAffine(shift);
  map.equations = PwAff::name(iname).eq(value);
  map.bounds = innerValue.ge(PwAff::constant(0))
                   .intersect(innerValue.lt(PwAff::constant(innerLength)));
  Kernel result = applyInameMap(kernel, map, selection);

  setInameTag(result, outer, options.outerTag);
  setInameTag(result, inner, options.innerTag);
  if (options.slabs.before > 0 || options.slabs.after > 0)
    result.slabs[outer] = options.slabs;
  return result;
}
