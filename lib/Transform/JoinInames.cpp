//   { [i, j] : D(i, j) }  ->  { [ij] : D(ij // L + lo_i, ij mod L + lo_j) }
// where lo_j <= j < lo_j + L throughout D.
#include "InameMap.h"
#include "Reductions.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Values/Interval.h"

#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const joinInamesName = "join_inames";

namespace {

struct Range {
  int64_t lower = 0;
  int64_t length = 0; // of the outermost: unused
};

} // namespace

static std::vector<std::string>
resolveAll(const Kernel &kernel, const std::vector<std::string> &given) {
  std::vector<std::string> inames;
  std::set<std::string> seen;
  for (const std::string &text : given) {
    inames.push_back(resolveIname(kernel, text, joinInamesName));
    requirePlainLoop(kernel, inames.back(), joinInamesName);
    if (!seen.insert(inames.back()).second)
      throw UserError(std::string(joinInamesName) + ": iname '" +
                      inames.back() + "' is listed twice");
  }
  if (inames.size() < 2)
    throw UserError(std::string(joinInamesName) +
                    " needs at least two inames, but it got " +
                    std::to_string(inames.size()));
  return inames;
}

static void requireAllInames(const Kernel &kernel, const Selection &selection,
                             const std::vector<std::string> &inames) {
  ReducedInames reduced(kernel);
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    for (const std::string &iname : inames)
      if (selection.chosen[i] && !kernel.instructions[i]->within(iname) &&
          !reduced(*kernel.instructions[i]).count(iname))
        throw UserError(std::string(joinInamesName) + ": instruction '" +
                            kernel.instructions[i]->id +
                            "' is within some of the inames, but not '" +
                            iname +
                            "'; all must enclose it, or be selected away by "
                            "'within'",
                        kernel.instructions[i]->range);
}

static Range rangeOf(const Set &domain, const std::string &iname, bool inner) {
  auto lower = domain.minConst(iname);
  auto upper = inner ? domain.maxConst(iname) : lower;
  if (!lower || !upper)
    throw UserError(std::string(joinInamesName) + ": iname '" + iname +
                    "' needs constant " + (inner ? "bounds" : "lower bound") +
                    " to be joined, but its range is " + domain.str() +
                    (inner ? "; list it first (outermost), or fix the "
                             "parameters of its bounds"
                           : ""));
  return {*lower, Interval{lower, upper}.count().value_or(INT64_MAX)};
}

// No more than the joined iname can have.
static int64_t multiplied(int64_t stride, int64_t length) {
  auto product = integers::product(stride, length);
  if (!product || *product > INT32_MAX)
    throw UserError(std::string(joinInamesName) +
                    ": the inner inames have more iterations together than the "
                    "32 bits of an iname, " +
                    std::to_string(INT32_MAX) + "; join fewer of them");
  return *product;
}

Kernel loopyc::joinInames(const Kernel &kernel,
                          const std::vector<std::string> &given,
                          const std::string &newIname, const InameTag &tag,
                          const InstructionFilter &within) {
  std::vector<std::string> inames = resolveAll(kernel, given);
  std::string fallback;
  for (const std::string &iname : inames)
    fallback += (fallback.empty() ? "" : "_and_") + iname;
  std::string joined = newInameName(kernel, newIname, fallback, joinInamesName);
  Selection selection = selectWithin(kernel, inames, within, joinInamesName);
  requireAllInames(kernel, selection, inames);

  InameMap map;
  map.transformation = joinInamesName;
  map.olds = inames;
  map.coupled = true;
  map.equations = Set::universe();
  Set domain = domainOf(kernel, inames).intersect(kernel.assumptions);
  PwAff all = PwAff::name(joined);
  int64_t stride = 1;
  for (size_t k = inames.size(); k-- > 0;) {
    const std::string &iname = inames[k];
    bool outermost = k == 0;
    Range range = rangeOf(domain, iname, !outermost);
    Expr value = floorDiv(Expr::var(joined), stride);
    PwAff affine = all.floorDiv(stride);
    if (!outermost) {
      value = floorMod(value, range.length);
      affine = affine.floorMod(range.length);
    }
    map.places[iname] = outermost ? std::vector<std::string>{joined}
                                  : std::vector<std::string>();
    map.values[iname] = value + range.lower;
    map.equations = map.equations.intersect(
        PwAff::name(iname).eq(affine + PwAff::constant(range.lower)));
    stride = multiplied(stride, range.length);
  }
  Kernel result = applyInameMap(kernel, map, selection);
  setInameTag(result, joined, tag);
  return result;
}
