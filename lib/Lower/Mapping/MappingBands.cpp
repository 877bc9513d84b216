#include "Mapping/MappingBands.h"

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

std::optional<std::vector<Band>> loopyc::parted(const Band &band,
                                                LoopFacts &facts) {
  const LoopNest &body = *band.back();
  if (body.loops.empty())
    return std::nullopt;
  std::vector<Band> bands;
  for (const LoopNest &loop : body.loops) {
    if (facts.isShort(loop) || !extends(loop, band, facts))
      return std::nullopt;
    Band own = band;
    own.push_back(&loop);
    extend(own, loop, facts);
    bands.push_back(std::move(own));
  }
  return bands;
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
