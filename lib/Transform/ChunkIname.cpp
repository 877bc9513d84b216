// K contiguous chunks of a loop of n iterations, the first (n mod K) longer by
// one: with q = n // K,
//   i = lower + q*i_outer + min(i_outer, n mod K) + i_inner
//   { [i_outer, i_inner] : 0 <= i_outer < K and
//                          0 <= i_inner < q + (i_outer < n mod K) }
#include "InameMap.h"
#include "Numbers.h"
#include "Variables.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Values/Affine.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const chunkInameName = "chunk_iname";

namespace {

struct Chunks {
  PwAff lower;    // of the old iname
  PwAff quotient; // n // K
  PwAff longer;   // n mod K
};

} // namespace

// With a domain of the iname's own, where the others of its domain have the
// same range in all of its iterations: { [i, j] : 0 <= i < n and 0 <= j < m }.
static Kernel withOwnDomain(const Kernel &kernel, const std::string &iname) {
  const int d = kernel.domainOf(iname);
  const Set &domain = kernel.domains[d];
  if (domain.dims().size() == 1)
    return kernel;
  poly::Names others;
  for (const std::string &dim : domain.dims())
    if (dim != iname)
      others.push_back(dim);
  Set own = domain.project(others), rest = domain.project({iname});
  if (!own.flat().intersect(rest.flat()).isSubset(domain.flat()))
    return kernel;
  Kernel result = kernel;
  result.domains[d] = std::move(rest);
  result.domains.insert(result.domains.begin() + d + 1, std::move(own));
  return result;
}

// The iname's range as { i : lower <= i < lower + n }, lower and n functions
// of parameters only.
static Chunks chunksOf(const Kernel &kernel, const std::string &iname,
                       int64_t count) {
  const Set &domain = kernel.domains[kernel.domainOf(iname)];
  poly::Names params = domain.params();
  bool isBox = domain.dims().size() == 1;
  for (const std::string &param : params)
    isBox = isBox && !kernel.hasIname(param);
  Chunks chunks;
  PwAff size;
  if (isBox) {
    chunks.lower = domain.minOf(iname, params);
    PwAff upper = domain.maxOf(iname, params);
    PwAff i = PwAff::name(iname);
    isBox = i.ge(chunks.lower).intersect(i.le(upper)).isSubset(domain);
    size = upper - chunks.lower + PwAff::constant(1);
  }
  for (const Set &other : kernel.domains)
    for (const std::string &param : other.params())
      isBox = isBox && param != iname;
  if (!isBox)
    throw UserError(std::string(chunkInameName) + ": iname '" + iname +
                    "' must have one range for all iterations of other loops, "
                    "but its domain is " +
                    domain.str() + "; use split_iname");
  chunks.quotient = size.floorDiv(count);
  chunks.longer = size.floorMod(count);
  return chunks;
}

Kernel loopyc::chunkIname(const Kernel &original, const std::string &given,
                          int64_t numChunks, const SplitOptions &options) {
  std::string iname = resolveIname(original, given, chunkInameName);
  const Kernel kernel = withOwnDomain(original, iname);
  requireNumber(numChunks, mostLength,
                std::string(chunkInameName) +
                    ": the number of chunks of iname '" + iname + "'");
  requireSlabs(options.slabs, 1, iname, chunkInameName);
  requirePlainLoop(kernel, iname, chunkInameName);
  std::string outer = newInameName(kernel, options.outerIname, iname + "_outer",
                                   chunkInameName);
  std::string inner = newInameName(kernel, options.innerIname, iname + "_inner",
                                   chunkInameName);
  Chunks chunks = chunksOf(kernel, iname, numChunks);
  Set known = kernel.assumptions;

  PwAff o = PwAff::name(outer), i = PwAff::name(inner);
  PwAff zero = PwAff::constant(0);
  PwAff length =
      PwAff::select(o.lt(chunks.longer), chunks.quotient + PwAff::constant(1),
                    chunks.quotient);
  auto expression = [&](const PwAff &value) {
    return typedNames(kernel, fromAffine(value, known));
  };
  Expr start =
      expression(chunks.lower) + expression(chunks.quotient) * Expr::var(outer);
  Expr extra = fold(Expr::call(Intrinsic::Min,
                               {Expr::var(outer), expression(chunks.longer)},
                               Type::integer(4)));

  // i = f(i_outer, i_inner) is not affine where n is a parameter: the new
  // domain is written down directly instead of being i's image.
  InameMap map;
  map.transformation = chunkInameName;
  map.olds = {iname};
  map.places[iname] = {outer, inner};
  map.values[iname] = start + extra + Expr::var(inner);
  map.timePlaces[iname] = {Expr::var(outer), Expr::integer(0),
                           Expr::var(inner)};
  map.equations = Set::universe();
  map.bounds = o.ge(zero)
                   .intersect(o.lt(PwAff::constant(numChunks)))
                   .intersect(i.ge(zero))
                   .intersect(i.lt(length))
                   .gist(known)
                   .coalesce();
  Kernel result = applyInameMap(
      kernel, map,
      selectWithin(kernel, {iname}, options.within, chunkInameName));
  setInameTag(result, outer, options.outerTag);
  setInameTag(result, inner, options.innerTag);
  if (options.slabs.before > 0 || options.slabs.after > 0)
    result.slabs[outer] = options.slabs;
  return result;
}
