#include "Mapping/LaunchEnds.h"

#include "Launches/HostTree.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdint>

using namespace loopyc;

namespace {

class EndFinder {
public:
  EndFinder(const LoopFacts &facts, const SpreadNests &spread)
      : facts(facts), spread(spread) {}

  void endLaunches(const LoopNest &body);

  std::vector<LaunchEnd> ends;

private:
  bool isSpread(const LoopNest &loop) const;
  bool isRepeated(const LoopNest &loop) const;
  bool goTogether(const LoopNest &a, const LoopNest &b) const;

  const LoopFacts &facts;
  const SpreadNests &spread;
};

} // namespace

// Is something in it on the device's axes?
bool EndFinder::isSpread(const LoopNest &loop) const {
  return spread.count(loop.iname) || facts.isMappedAlready(loop) ||
         llvm::any_of(loop.loops,
                      [&](const LoopNest &inner) { return isSpread(inner); });
}

// In a launch of many work-items, would each run much of it?
bool EndFinder::isRepeated(const LoopNest &loop) const {
  return !facts.isCheap(loop) && facts.fillsPrivate(loop);
}

bool EndFinder::goTogether(const LoopNest &a, const LoopNest &b) const {
  auto rowsOfA = spread.find(a.iname), rowsOfB = spread.find(b.iname);
  return isSpread(a) == isSpread(b) &&
         (rowsOfA == spread.end() || rowsOfB == spread.end() ||
          rowsOfA->second == rowsOfB->second);
}

// A launch ends between two loops that do not go together, and what stands
// between the two is in the second.
void EndFinder::endLaunches(const LoopNest &body) {
  struct Item {
    std::vector<int64_t> place;
    const LoopNest *loop; // null: a statement
    int first, last;      // instructions
  };
  std::vector<Item> items;
  for (int i : body.statements)
    items.push_back({textPosition(facts.insn(i)), nullptr, i, i});
  for (const LoopNest &loop : body.loops) {
    int first = loop.instructions.front(), last = first;
    for (int i : loop.instructions) {
      if (textPosition(facts.insn(i)) < textPosition(facts.insn(first)))
        first = i;
      if (textPosition(facts.insn(last)) <= textPosition(facts.insn(i)))
        last = i;
    }
    items.push_back({textPosition(facts.insn(first)), &loop, first, last});
  }
  llvm::stable_sort(
      items, [](const Item &a, const Item &b) { return a.place < b.place; });
  // The last loop that is spread, or that must not be repeated.
  const Item *before = nullptr;
  for (size_t at = 0; at < items.size(); ++at) {
    const Item &item = items[at];
    if (!item.loop || (!isSpread(*item.loop) && !isRepeated(*item.loop)))
      continue;
    if (before && !goTogether(*before->loop, *item.loop))
      ends.push_back(
          {facts.insn(before->last).id, facts.insn((before + 1)->first).id});
    before = &item;
    bool isOutside = isSpread(*item.loop) && !spread.count(item.loop->iname) &&
                     !facts.isMappedAlready(*item.loop);
    if (isOutside)
      endLaunches(*item.loop);
  }
}

std::vector<LaunchEnd> loopyc::launchEnds(const LoopNest &root,
                                          const LoopFacts &facts,
                                          const SpreadNests &spread) {
  EndFinder finder(facts, spread);
  finder.endLaunches(root);
  return std::move(finder.ends);
}
