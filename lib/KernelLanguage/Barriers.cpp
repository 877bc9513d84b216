#include "Barriers.h"

#include "ElementAccesses.h"

#include "loopyc/IR/SetNames.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;
using poly::PwAff;

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
    std::vector<std::pair<size_t, size_t>> pairs;
    for (size_t later = 0; later < building.statements.size(); ++later)
      if (before(later).count(b))
        for (size_t first : before(b))
          pairs.emplace_back(first, later);
    std::set<std::string> around = building.statements[b].inames, inside, apart;
    for (const auto &[first, later] : pairs)
      for (const std::string &iname : shared(first, later))
        if (isGlobal(b) || !around.count(iname) || meet(first, later, iname))
          apart.insert(iname);
        else
          inside.insert(iname);
    for (const auto &[first, later] : pairs)
      for (const std::string &iname : shared(first, later))
        if (apart.count(iname))
          split[{first, later}].insert(iname);
    for (const std::string &iname : apart)
      inside.erase(iname);
    building.statements[b].inames = inside;
    auto copy = std::make_shared<Instruction>(*kernel.instructions[b]);
    copy->inames.assign(inside.begin(), inside.end());
    kernel.instructions[b] = std::move(copy);
  }

  bool isGlobal(size_t b) const {
    return std::get<BarrierText>(building.statements[b].text->value).global;
  }

  std::set<std::string> shared(size_t first, size_t later) const {
    std::set<std::string> loops;
    for (const std::string &iname : building.statements[first].inames)
      if (building.statements[later].inames.count(iname))
        loops.insert(iname);
    return loops;
  }

  // Does the one touch what the other does in another iteration of the loop, so
  // that all of the first come first? Of a temporary, each iteration of a loop
  // that no subscript mentions has its own.
  bool meet(size_t first, size_t later, const std::string &iname) {
    for (const ElementAccess &one : accessesOf(first))
      for (const ElementAccess &other : accessesOf(later)) {
        const std::string &name = nameOf(one);
        if (name != nameOf(other) || !(one.isWrite || other.isWrite))
          continue;
        bool isOwn = kernel.findVariable(name)->isTemporary() &&
                     !mentions(one.reference, iname) &&
                     !mentions(other.reference, iname);
        if (isOwn)
          continue;
        auto pairs = meetings(kernel, one, other, shared(first, later));
        if (!pairs ||
            !pairs
                 ->intersect(
                     PwAff::name(iname).ne(PwAff::name(primed(iname))))
                 .isEmpty())
          return true;
      }
    return false;
  }

  static const std::string &nameOf(const ElementAccess &access) {
    return access.reference.getIf<ArrayRef>()->name;
  }

  const std::vector<ElementAccess> &accessesOf(size_t statement) {
    if (accesses.empty()) {
      accesses.resize(building.statements.size());
      std::map<const Instruction *, size_t> places;
      for (size_t i = 0; i < kernel.instructions.size(); ++i)
        places[kernel.instructions[i].get()] = i;
      for (ElementAccess &access : elementAccesses(kernel))
        accesses[places.at(access.insn)].push_back(std::move(access));
    }
    return accesses[statement];
  }

  Building &building;
  Kernel &kernel;
  SplitLoops &split;
  std::vector<std::vector<ElementAccess>> accesses; // by statement
};

} // namespace

void language::takeBarriersOut(Building &building, Kernel &kernel,
                               SplitLoops &split) {
  BarrierPlacer(building, kernel, split).run();
}
