#include "Mapping/MappingAxes.h"

#include "Mapping/MappingBands.h"
#include "Mapping/UnitStrides.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace loopyc;

// Work-items of a group, and groups that each make a part of a reduction: what
// fills a large device.
static constexpr int64_t mostItems = 128;
static constexpr int64_t mostParts[3][3] = {{1024}, {64, 16}, {16, 8, 8}};
// Of a scan: few steps in local memory for many iterations.
static constexpr int64_t scanItems = 256;
static constexpr int64_t sideBySide[] = {16, 8, 4};
// CUDA has 65535 groups on axes 1 and 2.
static constexpr int64_t mostGroupsBeside = 32768;

// The largest power of two up to `length`; of a loop that is alone on the
// device, what leaves more than one group.
static int64_t blockFor(std::optional<int64_t> length, bool isAlone) {
  int64_t block = mostItems;
  int64_t most = !length ? mostItems : isAlone ? *length / 2 : *length;
  while (block > 1 && block > most)
    block /= 2;
  return block;
}

std::vector<LoopMapping> loopyc::onAxes(const Band &band, bool isReduction,
                                        const LoopFacts &facts) {
  Band chosen;
  for (const LoopNest *loop : band)
    if (!facts.isShort(*loop))
      chosen.push_back(loop);
  if (chosen.empty())
    chosen = band;
  const LoopNest *items = mostUnitStrides(facts.kernel(), chosen);
  llvm::erase(chosen, items);
  if (chosen.size() > mostAxes - 1)
    chosen.resize(mostAxes - 1);
  const size_t others = chosen.size();
  auto mostGroups = [&](const LoopNest &loop, int axis) -> int64_t {
    if (isReduction)
      return mostParts[others][axis];
    auto length = facts.constantLength(loop);
    return axis == 0 || (length && *length <= mostGroupsBeside)
               ? 0
               : mostGroupsBeside;
  };
  std::vector<LoopMapping> result{
      {items->iname, 0, blockFor(facts.constantLength(*items), chosen.empty()),
       mostGroups(*items, 0)}};
  int axis = static_cast<int>(chosen.size());
  for (const LoopNest *loop : chosen) {
    result.push_back({loop->iname, axis, 1, mostGroups(*loop, axis)});
    --axis;
  }
  return result;
}

std::vector<LoopMapping> loopyc::onAxes(const std::vector<Band> &bands,
                                        const LoopFacts &facts) {
  std::vector<LoopMapping> result;
  for (const Band &band : bands)
    for (LoopMapping &mapping : onAxes(band, false, facts)) {
      auto same = llvm::find_if(result, [&](const LoopMapping &known) {
        return known.iname == mapping.iname;
      });
      if (same == result.end())
        result.push_back(std::move(mapping));
    }
  return result;
}

std::vector<std::vector<LoopMapping>>
loopyc::waysOfScan(const LoopNest &loop, const LoopFacts &facts) {
  std::vector<std::vector<LoopMapping>> ways;
  std::optional<int64_t> length = facts.constantLength(loop);
  for (int64_t beside : sideBySide)
    if (!length || *length / 2 >= scanItems * beside)
      ways.push_back({{loop.iname, 0, scanItems, 0, beside}});
  ways.push_back(onAxes({&loop}, false, facts));
  return ways;
}
