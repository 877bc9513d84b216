#include "ConstantRange.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;

std::optional<std::pair<int64_t, int64_t>>
loopyc::constantEnds(const poly::Set &range, const std::string &iname) {
  auto low = range.minConst(iname), high = range.maxConst(iname);
  if (low && high)
    return std::pair(*low, *high);
  if (range.isEmpty())
    return std::pair<int64_t, int64_t>(0, 0);
  return std::nullopt;
}

std::pair<int64_t, int64_t> loopyc::constantRange(const Kernel &kernel,
                                                  const std::string &iname) {
  std::vector<std::string> around{iname};
  for (size_t i = 0; i < around.size(); ++i) {
    int d = kernel.domainOf(around[i]);
    if (d < 0)
      continue;
    for (const std::string &name : kernel.domains[d].names())
      if (kernel.hasIname(name) &&
          std::find(around.begin(), around.end(), name) == around.end())
        around.push_back(name);
  }
  poly::Set range = domainOf(kernel, around).flat().intersect(kernel.assumptions);
  auto ends = constantEnds(range, iname);
  if (!ends)
    throw UserError("iname '" + iname + "' of kernel '" + kernel.name +
                        "' is tagged " + kernel.tagOf(iname).str() +
                        ", but its range has no constant bound; split the "
                        "iname and tag the inner one, or fix or bound the "
                        "parameters it depends on",
                    kernel.range);
  return *ends;
}

void loopyc::requireConstantRanges(const Kernel &kernel) {
  for (const std::string &iname : kernel.inames())
    if (kernel.tagOf(iname).meaning().constantRange)
      constantRange(kernel, iname);
}
