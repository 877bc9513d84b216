#include "Mapping/MappingBands.h"

#include "Mapping/PrivateArrays.h"
#include "Mapping/UnitStrides.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;

// What the body is but for statements that each work-item can run; null if it
// is none or several.
static const LoopNest *onlyLoop(const LoopNest &loop, const LoopNest &top,
                                LoopFacts &facts) {
  bool isAlone = loop.loops.size() == 1 &&
                 llvm::all_of(loop.statements, [&](int statement) {
                   return facts.isReplicable(statement, top);
                 });
  return isAlone ? &loop.loops.front() : nullptr;
}

static bool extends(const LoopNest &loop, const Band &band, LoopFacts &facts) {
  const LoopNest &top = *band.front();
  if (!facts.isPlain(loop) || !facts.boundComputedIn(loop, top).empty())
    return false;
  std::vector<std::string> equal = top.parent->path();
  for (const LoopNest *outer : band)
    equal.push_back(outer->iname);
  return facts.dependences().isFree(loop, equal);
}

static void extend(Band &band, const LoopNest &from, LoopFacts &facts) {
  for (const LoopNest *loop = onlyLoop(from, *band.front(), facts); loop;
       loop = onlyLoop(*loop, *band.front(), facts))
    if (extends(*loop, band, facts))
      band.push_back(loop);
}

Band loopyc::parallelBand(const LoopNest &loop, LoopFacts &facts) {
  Band band{&loop};
  extend(band, loop, facts);
  return band;
}

// Those of the loops in the body; false if some loop would be in none. Short
// ones may be.
static bool collectBands(const LoopNest &body, const Band &around,
                         LoopFacts &facts, std::vector<Band> &bands) {
  for (const LoopNest &loop : body.loops) {
    if (facts.isShort(loop) || !extends(loop, around, facts)) {
      if (!facts.isCheap(loop) &&
          (loop.loops.empty() || !collectBands(loop, around, facts, bands)))
        return false;
      continue;
    }
    Band own = around;
    own.push_back(&loop);
    extend(own, loop, facts);
    std::vector<Band> inside;
    if (own.back()->loops.size() > 1 &&
        collectBands(*own.back(), own, facts, inside) && !inside.empty())
      bands.insert(bands.end(), inside.begin(), inside.end());
    else
      bands.push_back(std::move(own));
  }
  return true;
}

std::optional<std::vector<Band>> loopyc::parted(const Band &band,
                                                LoopFacts &facts) {
  std::vector<Band> bands;
  if (!collectBands(*band.back(), band, facts, bands) || bands.empty() ||
      !alignBands(bands, band.size(), facts))
    return std::nullopt;
  return bands;
}

// Fewer iterations are no work for a group.
static constexpr int64_t fewPoints = 32;

// Of short parallel loops in one nest, from the outside in: as many as there
// are axes, the one with unit stride first; none if that is little.
static Band shortItems(const Band &loops, const LoopFacts &facts) {
  int64_t points = 1;
  for (const LoopNest *loop : loops)
    points *= *facts.constantLength(*loop);
  if (loops.empty() || points < fewPoints)
    return {};
  Band result{mostUnitStrides(facts.kernel(), loops)};
  for (auto loop = loops.rbegin();
       loop != loops.rend() && result.size() < mostAxes; ++loop)
    if (*loop != result.front())
      result.push_back(*loop);
  return result;
}

// One that carries reductions alone, over as many iterations as the host knows:
// where data say how many, they may be few.
static bool isSum(const LoopNest &loop, const LoopNest &top, LoopFacts &facts) {
  const std::vector<CarriedDependence> &carried = facts.carriedBy(loop);
  return !carried.empty() && !facts.isShort(loop) &&
         facts.boundComputedIn(loop, top).empty() &&
         !facts.noReduction({&loop}, carried);
}

// Those of each nest in the body; false if some loop is in none.
static bool collectItems(const LoopNest &body, const LoopNest &top,
                         ShortNests nests, LoopFacts &facts,
                         std::vector<Band> &items) {
  for (const LoopNest &loop : body.loops) {
    Band candidates, shortOnes, sums;
    const LoopNest *last = nullptr;
    for (const LoopNest *inner = &loop; inner;
         inner = inner->loops.size() == 1 ? &inner->loops.front() : nullptr) {
      last = inner;
      if (!facts.isPlain(*inner))
        continue;
      if (facts.carriedBy(*inner).empty())
        (facts.isShort(*inner) ? shortOnes : candidates).push_back(inner);
      else if (isSum(*inner, top, facts))
        sums.push_back(inner);
    }
    std::vector<Band> inside;
    Band shared;
    if (nests == ShortNests::Shared && candidates.empty())
      shared = shortItems(shortOnes, facts);
    if (collectItems(*last, top, nests, facts, inside) && !inside.empty())
      items.insert(items.end(), inside.begin(), inside.end());
    else if (!candidates.empty())
      items.push_back({mostUnitStrides(facts.kernel(), candidates)});
    else if (!shared.empty())
      items.push_back(std::move(shared));
    else if (!sums.empty())
      items.push_back({mostUnitStrides(facts.kernel(), sums)});
    else if (!facts.isCheap(loop))
      return false;
  }
  return true;
}

std::optional<std::vector<Band>>
loopyc::loopsOfItems(const Band &band, ShortNests nests, LoopFacts &facts) {
  std::vector<Band> items;
  if (!collectItems(*band.back(), *band.front(), nests, facts, items) ||
      items.empty() || !sharesLargeCopies(*band.front(), items, facts))
    return std::nullopt;
  return items;
}

Band loopyc::reductionBand(const LoopNest &loop, LoopFacts &facts) {
  Band band{&loop};
  while (band.size() < mostAxes) {
    const LoopNest *only = onlyLoop(*band.back(), loop, facts);
    if (!only)
      break;
    const LoopNest &next = *only;
    if (!facts.isPlain(next) || !facts.boundComputedIn(next, loop).empty())
      break;
    Band longer = band;
    longer.push_back(&next);
    bool areAll = llvm::all_of(longer, [&](const LoopNest *each) {
      return !facts.noReduction(longer, facts.carriedBy(*each));
    });
    if (facts.isShort(next) || !areAll)
      break;
    band = std::move(longer);
  }
  return band;
}
