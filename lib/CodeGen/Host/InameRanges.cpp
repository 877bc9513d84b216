#include "Host/InameRanges.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Interval.h"

#include <algorithm>
#include <map>
#include <string>

using namespace loopyc;
using namespace loopyc::codegen;
using poly::Names;
using poly::PwAff;
using poly::Set;

// { n : -2^31 <= n < 2^31, for each argument n of 32 bits }
static Set shortArguments(const KernelData &data, const Names &names) {
  Set result = Set::universe();
  for (const std::string &name : names)
    if (!data.isWideName(name))
      result = result.intersect(within(name, {INT32_MIN, INT32_MAX}));
  return result;
}

static Names sizesIn(const KernelData &data, const Set &range) {
  Names sizes;
  for (const std::string &name : range.names()) {
    const Storage *storage = data.find(name);
    if (storage && storage->kind == StorageKind::Value)
      sizes.push_back(name);
  }
  return sizes;
}

// Whatever the arguments are, the loop would go on for months: it was endless
// before it was split or mapped, and ends earlier.
static bool isNeverReached(const PwAff &end, const Set &arguments) {
  const PwAff months = PwAff::constant(endlessIterations >> 10);
  return end.lt(months).intersect(arguments).isEmpty();
}

// Of an iname with this range, as far as they may not fit 32 bits.
static std::vector<Expr> extremesOf(const std::string &iname, const Set &range,
                                    const KernelData &data) {
  std::vector<Expr> extremes;
  Names sizes = sizesIn(data, range);
  Set usual = range.intersect(shortArguments(data, sizes));
  auto [low, high] = intervalOf(iname, usual);
  bool shortLow = low && *low > INT32_MIN,
       shortHigh = high && *high < INT32_MAX;
  if ((shortLow && shortHigh) || usual.isEmpty())
    return extremes;
  auto add = [&](bool upper) {
    try {
      PwAff end =
          upper ? range.maxOf(iname, sizes) : -range.minOf(iname, sizes);
      if (!isNeverReached(end, shortArguments(data, sizes)))
        extremes.push_back(
            fromAffine(end, range.project({iname}), Type::integer(8)));
    } catch (const UserError &) { // data bound it, not sizes
    }
  };
  if (!shortHigh)
    add(true);
  if (!shortLow)
    add(false);
  return extremes;
}

std::vector<Expr> codegen::inameExtremes(const KernelData &data) {
  const Kernel &kernel = data.scheduled.kernel;
  DomainIndex index(kernel);
  const std::string anyIname = auxiliaryName("iname");
  std::map<std::string, std::vector<Expr>> ofRange; // as words
  std::vector<Expr> extremes;
  for (const std::string &iname : kernel.inames()) {
    if (data.isWideName(iname) || isEndless(kernel, iname))
      continue;
    Set range = index.instances({iname})
                    .flat()
                    .intersect(kernel.assumptions)
                    .rename({{iname, anyIname}});
    auto [known, isNew] = ofRange.try_emplace(range.str());
    if (isNew)
      known->second = extremesOf(anyIname, range, data);
    extremes.insert(extremes.end(), known->second.begin(),
                    known->second.end());
  }
  return extremes;
}
