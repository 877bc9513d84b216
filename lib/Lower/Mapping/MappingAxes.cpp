#include "Mapping/MappingAxes.h"

#include "Mapping/MappingBands.h"
#include "Mapping/UnitStrides.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

using namespace loopyc;

// Work-items of a group.
static constexpr int64_t mostItems = 128;
// Where they share several short loops.
static constexpr int64_t mostItemsBeside = 256;
// Along each of two loops that both walk through memory element by element.
static constexpr int64_t tileItems = 16;
// The sides of a tile in local memory, of which a work-item has some elements.
static constexpr int64_t stagedItems = 32, stagedRows = 8;
// Of a work-item, where it waits for what says which elements it reads.
static constexpr int64_t rowsBeside = 4;
// That sum up a row together, and rows of a group: so few that short rows do
// not leave most of them idle.
static constexpr int64_t rowItems = 16, mostRows = 8;
// Sums side by side, and work-items that make one of them together: what keeps
// a device busy with some thousand long sums, and costs little where all are
// short.
static constexpr int64_t columnItems = 32, partsOfColumn = 4;
// Groups that each make a part of a reduction, on as many axes: what fills a
// large device, of a few long rows as of many short ones.
static constexpr int64_t mostParts[3][3] = {{1024}, {4, 512}, {4, 64, 16}};
// Of a scan: few steps in local memory for many iterations.
static constexpr int64_t scanItems = 256;
static constexpr int64_t sideBySide[] = {16, 8, 4};

// The largest power of two up to `length`; of a loop that is alone on the
// device, what leaves more than one group.
static int64_t blockFor(std::optional<int64_t> length, bool isAlone,
                        int64_t items = mostItems) {
  int64_t block = items;
  int64_t most = !length ? items : isAlone ? *length / 2 : *length;
  while (block > 1 && block > most)
    block /= 2;
  return block;
}

// Those that are worth an axis.
static Band longLoops(const Band &band, const LoopFacts &facts) {
  Band result;
  for (const LoopNest *loop : band)
    if (!facts.isShort(*loop))
      result.push_back(loop);
  return result.empty() ? band : result;
}

// The loop along which arrays that `items` walks through element by element, or
// about as many, are walked through likewise: a(i, j) = b(j, i).
static const LoopNest *loopAcross(const Band &band, const LoopNest &items,
                                  const LoopFacts &facts) {
  const LoopNest &nest = *band.front();
  const int64_t along = unitStrideBytes(facts.kernel(), nest, items.iname);
  const LoopNest *best = nullptr;
  int64_t most = along / 2;
  for (const LoopNest *loop : band) {
    auto length = facts.constantLength(*loop);
    int64_t bytes =
        unitStrideBytes(facts.kernel(), nest, loop->iname, {items.iname});
    if (loop == &items || bytes == 0 || bytes < most ||
        (length && *length < tileItems))
      continue;
    best = loop;
    most = bytes;
  }
  return best;
}

std::vector<LoopMapping> loopyc::onAxes(const Band &band, bool isReduction,
                                        const LoopFacts &facts) {
  Band chosen = longLoops(band, facts);
  const LoopNest *items = mostUnitStrides(facts.kernel(), chosen);
  llvm::erase(chosen, items);
  if (chosen.size() > mostAxes - 1)
    chosen.resize(mostAxes - 1);
  const size_t others = chosen.size();
  const int64_t parts = isReduction ? mostParts[others][0] : 0;
  std::vector<LoopMapping> result{
      {items->iname, 0,
       blockFor(facts.constantLength(*items), chosen.empty()), parts}};
  int axis = static_cast<int>(others);
  for (const LoopNest *loop : chosen) {
    result.push_back({loop->iname, axis});
    if (isReduction)
      result.back().mostGroups = mostParts[others][axis];
    --axis;
  }
  return result;
}

std::vector<MappingWay> loopyc::withRowsBeside(const Band &band,
                                               const LoopFacts &facts) {
  std::vector<LoopMapping> loops = onAxes(band, false, facts);
  auto rows = llvm::find_if(
      loops, [](const LoopMapping &mapping) { return mapping.axis == 1; });
  if (rows == loops.end())
    return {};
  const LoopNest &row = *findLoop(*band.front(), rows->iname);
  if (auto length = facts.constantLength(row); length && *length < rowsBeside)
    return {};
  if (!findsRowsByData(facts.kernel(), band, row.iname, loops.front().iname))
    return {};
  rows->sideBySide = rowsBeside;
  return {{std::move(loops)}};
}

// Stores go through memory element by element, reads where tiles are filled.
static std::optional<MappingWay> inStagedTiles(std::vector<LoopMapping> loops,
                                               const LoopNest &nest,
                                               const LoopNest &items,
                                               const LoopNest &across,
                                               const LoopFacts &facts) {
  const Kernel &kernel = facts.kernel();
  const bool isTurned = unitStrideStores(kernel, nest, across.iname) >
                        unitStrideStores(kernel, nest, items.iname);
  const LoopNest &along = isTurned ? across : items;
  const LoopNest &other = isTurned ? items : across;
  for (const LoopNest *loop : {&along, &other})
    if (auto length = facts.constantLength(*loop);
        length && *length < stagedItems)
      return std::nullopt;
  MappingWay way;
  way.staged = arraysAcross(kernel, nest, along.iname, other.iname);
  if (way.staged.empty())
    return std::nullopt;
  for (LoopMapping &mapping : loops)
    if (mapping.axis == 0) {
      mapping.iname = along.iname;
      mapping.block = stagedItems;
    } else if (mapping.itemAxis == 1) {
      mapping = {other.iname, mapping.axis, stagedRows};
      mapping.sideBySide = stagedItems / stagedRows;
      mapping.itemAxis = 1;
    }
  way.loops = std::move(loops);
  return way;
}

std::vector<MappingWay> loopyc::inTiles(const Band &band,
                                        const LoopFacts &facts) {
  const Band chosen = longLoops(band, facts);
  const LoopNest *items = mostUnitStrides(facts.kernel(), chosen);
  const LoopNest *across = loopAcross(chosen, *items, facts);
  std::vector<LoopMapping> loops = onAxes(band, false, facts);
  auto tiled = llvm::find_if(loops, [&](const LoopMapping &mapping) {
    return across && mapping.iname == across->iname;
  });
  if (tiled == loops.end())
    return {};
  tiled->block = tileItems;
  tiled->itemAxis = 1;
  loops.front().block =
      blockFor(facts.constantLength(*items), false, tileItems);
  std::vector<MappingWay> ways;
  if (auto way = inStagedTiles(loops, *band.front(), *items, *across, facts))
    ways.push_back(std::move(*way));
  ways.push_back({std::move(loops)});
  return ways;
}

// What is in all bands goes to the outer axes, what is in this one to those
// that are left inside of them.
std::vector<LoopMapping> loopyc::onAxes(const std::vector<Band> &bands,
                                        size_t common,
                                        const LoopFacts &facts) {
  struct Split {
    const LoopNest *items;
    Band shared, own; // on other axes
  };
  std::vector<Split> splits;
  size_t inner = 0; // axes for loops of single bands
  for (const Band &band : bands) {
    Band chosen = longLoops(band, facts);
    Split split{mostUnitStrides(facts.kernel(), chosen), {}, {}};
    for (const LoopNest *loop : chosen) {
      bool isShared =
          llvm::is_contained(llvm::ArrayRef(band).take_front(common), loop);
      if (loop != split.items)
        (isShared ? split.shared : split.own).push_back(loop);
    }
    if (split.shared.size() > mostAxes - 1)
      return {};
    split.own.resize(
        std::min(split.own.size(), mostAxes - 1 - split.shared.size()));
    inner = std::max(inner, split.own.size());
    splits.push_back(std::move(split));
  }
  std::vector<LoopMapping> result;
  auto add = [&](LoopMapping mapping) {
    auto same = llvm::find_if(result, [&](const LoopMapping &known) {
      return known.iname == mapping.iname;
    });
    if (same == result.end())
      result.push_back(std::move(mapping));
    else if (same->axis != mapping.axis || same->block != mapping.block)
      return false;
    return true;
  };
  for (const Split &split : splits) {
    const bool isAlone = split.shared.empty() && split.own.empty();
    bool fits =
        add({split.items->iname, 0,
             blockFor(facts.constantLength(*split.items), isAlone), 0});
    int axis = static_cast<int>(inner + split.shared.size());
    for (const LoopNest *loop : split.shared)
      fits = fits && add({loop->iname, axis--});
    axis = static_cast<int>(split.own.size());
    for (const LoopNest *loop : split.own)
      fits = fits && add({loop->iname, axis--});
    if (!fits)
      return {};
  }
  return result;
}

static std::vector<LoopMapping> onGroupAxes(const Band &band,
                                            const LoopFacts &facts) {
  Band chosen = longLoops(band, facts);
  if (chosen.size() > mostAxes)
    chosen.resize(mostAxes);
  std::vector<LoopMapping> result;
  int axis = static_cast<int>(chosen.size());
  for (const LoopNest *loop : chosen)
    result.push_back({loop->iname, --axis});
  return result;
}

// Short loops on an axis each, as far as work-items go.
static void addItems(const Band &nest, const LoopFacts &facts,
                     std::vector<LoopMapping> &result) {
  int64_t left = mostItemsBeside;
  int axis = 0;
  for (const LoopNest *loop : nest) {
    const int64_t length = *facts.constantLength(*loop);
    const int64_t block = std::min(length, left);
    if (block < 2)
      continue;
    result.push_back(
        {loop->iname, -1, block < length ? block : 0, 0, 1, axis++});
    left /= block;
  }
}

std::vector<LoopMapping> loopyc::onGroups(const Band &band,
                                          const std::vector<Band> &items,
                                          const LoopFacts &facts) {
  std::vector<LoopMapping> result = onGroupAxes(band, facts);
  for (const Band &nest : items) {
    auto length = facts.constantLength(*nest.front());
    if (nest.size() > 1)
      addItems(nest, facts, result);
    else
      result.push_back({nest.front()->iname, -1, blockFor(length, false), 0});
  }
  return result;
}

std::vector<LoopMapping> loopyc::onRows(const Band &band,
                                        const std::vector<Band> &sums,
                                        const LoopFacts &facts) {
  std::vector<LoopMapping> result = onGroupAxes(band, facts);
  LoopMapping &rows = result.back();
  for (const LoopNest *loop : band)
    if (loop->iname == rows.iname)
      rows.block =
          blockFor(facts.constantLength(*loop), band.size() == 1, mostRows);
  rows.itemAxis = 1;
  for (const Band &nest : sums)
    result.push_back(
        {nest.front()->iname, -1,
         blockFor(facts.constantLength(*nest.front()), false, rowItems), 0});
  return result;
}

std::vector<LoopMapping> loopyc::onColumns(const LoopNest &loop,
                                           const std::vector<Band> &sums,
                                           const LoopFacts &facts) {
  std::vector<LoopMapping> result{
      {loop.iname, 0, blockFor(facts.constantLength(loop), true, columnItems)}};
  for (const Band &nest : sums)
    result.push_back(
        {nest.front()->iname, -1,
         blockFor(facts.constantLength(*nest.front()), false, partsOfColumn), 0,
         1, 1});
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
