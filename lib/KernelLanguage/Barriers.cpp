#include "Barriers.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class BarrierPlacer {
public:
  BarrierPlacer(Building &building, Kernel &kernel, SplitLoops &split)
      : building(building), kernel(kernel), split(split) {}

  void run() {
    for (size_t b = 0; b < building.statements.size(); ++b)
      if (std::holds_alternative<BarrierText>(
              building.statements[b].text->value))
        place(b);
  }

private:
  std::set<size_t> before(size_t at) const {
    std::set<size_t> seen;
    std::vector<size_t> pending{at};
    while (!pending.empty()) {
      size_t next = pending.back();
      pending.pop_back();
      for (size_t other : building.statements[next].dependsOn)
        if (seen.insert(other).second)
          pending.push_back(other);
    }
    return seen;
  }

  void place(size_t b) {
    building.statements[b].inames.clear();
    auto copy = std::make_shared<Instruction>(*kernel.instructions[b]);
    copy->inames.clear();
    kernel.instructions[b] = std::move(copy);
    std::set<size_t> earlier = before(b);
    for (size_t later = 0; later < building.statements.size(); ++later)
      if (before(later).count(b))
        for (size_t first : earlier)
          separate(first, later);
  }

  void separate(size_t first, size_t later) {
    std::set<std::string> shared;
    for (const std::string &iname : building.statements[first].inames)
      if (building.statements[later].inames.count(iname))
        shared.insert(iname);
    if (!shared.empty())
      split[{first, later}].insert(shared.begin(), shared.end());
  }

  Building &building;
  Kernel &kernel;
  SplitLoops &split;
};

} // namespace

void language::takeBarriersOut(Building &building, Kernel &kernel,
                               SplitLoops &split) {
  BarrierPlacer(building, kernel, split).run();
}
