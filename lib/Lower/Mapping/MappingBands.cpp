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

// One of each nest in the body; false if some loop is in none.
static bool collectItems(const LoopNest &body, LoopFacts &facts, Band &items) {
  for (const LoopNest &loop : body.loops) {
    Band candidates;
    const LoopNest *last = nullptr;
    for (const LoopNest *inner = &loop; inner;
         inner = inner->loops.size() == 1 ? &inner->loops.front() : nullptr) {
      last = inner;
      if (facts.isPlain(*inner) && !facts.isShort(*inner) &&
          facts.carriedBy(*inner).empty())
        candidates.push_back(inner);
    }
    Band inside;
    if (!last->loops.empty() && collectItems(*last, facts, inside))
      items.insert(items.end(), inside.begin(), inside.end());
    else if (!candidates.empty())
      items.push_back(mostUnitStrides(facts.kernel(), candidates));
    else if (!facts.isCheap(loop))
      return false;
  }
  return true;
}

std::optional<Band> loopyc::loopsOfItems(const Band &band, LoopFacts &facts) {
  Band items;
  if (!collectItems(*band.back(), facts, items) || items.empty() ||
      !sharesLargeCopies(*band.front(), items, facts))
    return std::nullopt;
  return items;
}

Band loopyc::reductionBand(const LoopNest &loop, LoopFacts &facts) {
  Band band{&loop};
  while (band.size() < mostAxes && band.back()->statements.empty() &&
         band.back()->loops.size() == 1) {
    const LoopNest &next = band.back()->loops.front();
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
