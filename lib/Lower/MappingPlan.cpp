// The loops of a nest that go to the device are its *band*: the outermost
// parallel loop, and those inside that may be outermost as well,
//
//   for j: t = x(j); for k: for i: ... t ...       band: j, i
//
// where between them stand only other loops, which stay inside, and statements
// that each work-item can run for itself. Where other statements stand beside
// parallel loops, or several of these, each loop has a band of its own, which
// begins with the same loops.
#include "MappingPlan.h"

#include "FindReductions.h"
#include "HostTree.h"
#include "LoopDependences.h"
#include "SerialReason.h"
#include "UnitStrides.h"
#include "loopyc/IR/DomainIndex.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;
using poly::Set;

// Work-items of a group, and groups that each make a part of a reduction: what
// fills a large device.
static constexpr int64_t mostItems = 128;
static constexpr int64_t mostParts[3][3] = {{1024}, {64, 16}, {16, 8, 8}};
// A loop of so few iterations keeps no device busy: better let each work-item
// run it, and spread another one.
static constexpr int64_t shortLoop = 8;
static constexpr size_t mostAxes = 3;
// CUDA has 65535 groups on axes 1 and 2.
static constexpr int64_t mostGroupsBeside = 32768;

namespace {

using Band = std::vector<const LoopNest *>;
using Ways = std::vector<std::vector<LoopMapping>>;

class Planner {
public:
  explicit Planner(const Kernel &kernel)
      : kernel(kernel), domains(kernel), nests(kernel), dependences(kernel) {}

  MappingPlan run();

private:
  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }
  // Loops that carry nothing, or these and reductions?
  enum class Take { Parallel, Reductions };
  bool visit(const LoopNest &loop, Take take);
  bool visitInside(const LoopNest &loop, Take take);
  bool visitParallel(const LoopNest &loop, Take take);
  bool visitCarrying(const LoopNest &loop, Take take);
  const std::vector<CarriedDependence> &carriedBy(const LoopNest &loop);
  void leaveSerial(const LoopNest &loop);
  bool isSpread(const LoopNest &loop) const;
  bool isRepeated(const LoopNest &loop) const;
  void endLaunches(const LoopNest &body);

  // --- what may be mapped
  bool isMappedAlready(const LoopNest &loop) const;
  bool isEmpty(const LoopNest &loop);
  bool isPlain(const LoopNest &loop);
  std::string boundComputedIn(const LoopNest &loop, const LoopNest &top) const;
  std::optional<int64_t> constantLength(const LoopNest &loop) const;
  bool isShort(const LoopNest &loop) const;
  const CarriedDependence *
  noReduction(const Band &band, const std::vector<CarriedDependence> &carried);
  bool isReplicable(int statement, const LoopNest &top) const;
  bool fillsPrivate(const LoopNest &loop) const;

  // --- bands
  const LoopNest *onlyLoop(const LoopNest &loop, const LoopNest &top) const;
  bool extends(const LoopNest &loop, const Band &band);
  void extend(Band &band, const LoopNest &from);
  std::optional<std::vector<Band>> parted(const Band &band);
  Band reductionBand(const LoopNest &loop);

  // --- axes
  std::vector<LoopMapping> onAxes(const Band &band, bool isReduction) const;
  std::vector<LoopMapping> onAxes(const std::vector<Band> &bands) const;
  void add(const LoopNest &top, Ways ways);

  const Kernel &kernel;
  DomainIndex domains;
  LoopNests nests;
  LoopDependences dependences;
  std::map<const LoopNest *, std::vector<CarriedDependence>> carried;
  std::set<std::string> spread; // inames of the outermost loops of nests
  MappingPlan plan;
};

} // namespace

MappingPlan Planner::run() {
  for (const LoopNest &loop : nests.root().loops)
    visit(loop, Take::Reductions);
  if (!plan.nests.empty())
    endLaunches(nests.root());
  return std::move(plan);
}

const std::vector<CarriedDependence> &Planner::carriedBy(const LoopNest &loop) {
  auto [known, isNew] = carried.try_emplace(&loop);
  if (isNew)
    known->second = dependences.carriedBy(loop);
  return known->second;
}

// Is anything in it spread over the device, or was before? Else the loop is
// among those that stay serial.
bool Planner::visit(const LoopNest &loop, Take take) {
  if (isMappedAlready(loop)) {
    visitInside(loop, take);
    return true;
  }
  size_t before = plan.serial.size();
  bool mayBeMapped = isPlain(loop) && boundComputedIn(loop, loop).empty();
  bool isSpread = !mayBeMapped              ? visitInside(loop, take)
                  : carriedBy(loop).empty() ? visitParallel(loop, take)
                                            : visitCarrying(loop, take);
  if (isSpread)
    return true;
  plan.serial.resize(before);
  leaveSerial(loop);
  return false;
}

bool Planner::visitInside(const LoopNest &loop, Take take) {
  bool any = false;
  for (const LoopNest &inner : loop.loops)
    any = visit(inner, take) || any;
  return any;
}

bool Planner::visitParallel(const LoopNest &loop, Take take) {
  Band band{&loop};
  extend(band, loop);
  bool allShort =
      llvm::all_of(band, [&](const LoopNest *each) { return isShort(*each); });
  if (allShort && visitInside(loop, take))
    return true;
  if (allShort && (!loop.parent->isRoot() || fillsPrivate(loop)))
    return false;
  Ways ways;
  if (auto bands = parted(band))
    ways.push_back(onAxes(*bands));
  ways.push_back(onAxes(band, false));
  if (band.size() > 1)
    ways.push_back(onAxes({&loop}, false));
  add(loop, std::move(ways));
  return true;
}

// What is parallel inside goes before a reduction, and that before another one
// inside of it.
bool Planner::visitCarrying(const LoopNest &loop, Take take) {
  if (take == Take::Parallel || noReduction({&loop}, carriedBy(loop)))
    return visitInside(loop, take);
  MappingPlan before = plan;
  std::set<std::string> spreadBefore = spread;
  bool isParallelInside = visitInside(loop, Take::Parallel);
  plan = std::move(before);
  spread = std::move(spreadBefore);
  if (isParallelInside)
    return visitInside(loop, take);
  Band band = reductionBand(loop);
  Ways ways{onAxes(band, true)};
  if (band.size() > 1)
    ways.push_back(onAxes({&loop}, true));
  add(loop, std::move(ways));
  return true;
}

void Planner::add(const LoopNest &top, Ways ways) {
  spread.insert(top.iname);
  plan.nests.push_back(
      {top.iname, insn(top.instructions.front()).range, std::move(ways)});
}

// --- what may be mapped

// A script has put some of it on the device.
bool Planner::isMappedAlready(const LoopNest &loop) const {
  return llvm::any_of(loop.instructions, [&](int i) {
    return llvm::any_of(insn(i).inames, [&](const std::string &iname) {
      LoopNesting nesting = kernel.tagOf(iname).nesting();
      return nesting == LoopNesting::Axis || nesting == LoopNesting::OpenAxis;
    });
  });
}

// Does nothing in it ever run?
bool Planner::isEmpty(const LoopNest &loop) {
  return llvm::all_of(loop.instructions, [&](int i) {
    return dependences.graph().instances().of(i).isEmpty();
  });
}

bool Planner::isPlain(const LoopNest &loop) {
  return !loop.iname.empty() && kernel.tagOf(loop.iname).isPlain() &&
         !kernel.slabs.count(loop.iname) && !isEmpty(loop) &&
         llvm::all_of(loop.instructions, [&](int i) {
           return !std::holds_alternative<BarrierBody>(insn(i).body);
         });
}

// A variable that the kernel computes and that bounds the loop, where the host
// cannot know it before the loops in `top` run; "" if there is none.
std::string Planner::boundComputedIn(const LoopNest &loop,
                                     const LoopNest &top) const {
  std::vector<std::string> around = top.parent->path();
  Set domain = domains.domain(loop.path());
  for (const std::string &name : domain.params()) {
    VariablePtr var = kernel.findVariable(name);
    if (!var || var->isValue() || !domain.involves(name))
      continue;
    for (const InstructionPtr &writer : kernel.instructions)
      if (writer->assigns(name) &&
          !llvm::all_of(writer->inames, [&](const std::string &iname) {
            return llvm::is_contained(around, iname);
          }))
        return name;
  }
  return "";
}

std::optional<int64_t> Planner::constantLength(const LoopNest &loop) const {
  Set range = domains.domain(loop.path()).flat().intersect(kernel.assumptions);
  auto low = range.minConst(loop.iname), high = range.maxConst(loop.iname);
  if (!low || !high)
    return std::nullopt;
  return *high - *low + 1;
}

bool Planner::isShort(const LoopNest &loop) const {
  auto length = loop.iname.empty() ? std::nullopt : constantLength(loop);
  return length && *length <= shortLoop;
}

// With the band on work-groups, the first of these that is not between updates
// that are parallel reductions; null if there is none.
const CarriedDependence *
Planner::noReduction(const Band &band,
                     const std::vector<CarriedDependence> &carried) {
  Kernel tagged = kernel;
  for (size_t axis = 0; axis < band.size(); ++axis)
    tagged.inameTags[band[axis]->iname] = {InameTagKind::Group,
                                           static_cast<int>(axis)};
  ReductionFinder finder(tagged);
  for (const CarriedDependence &dependence : carried) {
    const DependenceEdge &edge = dependences.graph().edges()[dependence.edge];
    if (!finder.find(edge.source) || !finder.find(edge.sink))
      return &dependence;
  }
  return nullptr;
}

// May it run on each work-item, for it computes what stays in `top` alone?
bool Planner::isReplicable(int statement, const LoopNest &top) const {
  std::vector<std::string> names = insn(statement).assigneeNames();
  return !names.empty() && llvm::all_of(names, [&](const std::string &name) {
    return dependences.isPrivateTo(name, top);
  });
}

// Does it compute only what each work-item may have a copy of?
bool Planner::fillsPrivate(const LoopNest &loop) const {
  return llvm::all_of(loop.instructions, [&](int i) {
    return llvm::all_of(insn(i).assigneeNames(), [&](const std::string &name) {
      return dependences.mayBePrivate(name);
    });
  });
}

// --- bands

// What the body is but for statements that each work-item can run; null if it
// is none or several.
const LoopNest *Planner::onlyLoop(const LoopNest &loop,
                                  const LoopNest &top) const {
  bool isAlone = loop.loops.size() == 1 &&
                 llvm::all_of(loop.statements, [&](int statement) {
                   return isReplicable(statement, top);
                 });
  return isAlone ? &loop.loops.front() : nullptr;
}

bool Planner::extends(const LoopNest &loop, const Band &band) {
  const LoopNest &top = *band.front();
  if (!isPlain(loop) || !boundComputedIn(loop, top).empty())
    return false;
  std::vector<std::string> equal = top.parent->path();
  for (const LoopNest *outer : band)
    equal.push_back(outer->iname);
  return dependences.isFree(loop, equal);
}

void Planner::extend(Band &band, const LoopNest &from) {
  for (const LoopNest *loop = onlyLoop(from, *band.front()); loop;
       loop = onlyLoop(*loop, *band.front()))
    if (extends(*loop, band))
      band.push_back(loop);
}

// Where the body of the band's last loop is more than one loop: a band for each
// of its loops, if all can have one.
std::optional<std::vector<Band>> Planner::parted(const Band &band) {
  const LoopNest &body = *band.back();
  if (body.loops.empty())
    return std::nullopt;
  std::vector<Band> bands;
  for (const LoopNest &loop : body.loops) {
    if (isShort(loop) || !extends(loop, band))
      return std::nullopt;
    Band own = band;
    own.push_back(&loop);
    extend(own, loop);
    bands.push_back(std::move(own));
  }
  return bands;
}

// Loops nested right inside, as long as all of them are reduced over.
Band Planner::reductionBand(const LoopNest &loop) {
  Band band{&loop};
  while (band.size() < mostAxes && band.back()->statements.empty() &&
         band.back()->loops.size() == 1) {
    const LoopNest &next = band.back()->loops.front();
    if (!isPlain(next) || !boundComputedIn(next, loop).empty())
      break;
    Band longer = band;
    longer.push_back(&next);
    bool areAll = llvm::all_of(longer, [&](const LoopNest *each) {
      return !noReduction(longer, carriedBy(*each));
    });
    if (isShort(next) || !areAll)
      break;
    band = std::move(longer);
  }
  return band;
}

// --- axes

// The largest power of two up to `length`; of a loop that is alone on the
// device, what leaves more than one group.
static int64_t blockFor(std::optional<int64_t> length, bool isAlone) {
  int64_t block = mostItems;
  int64_t most = !length ? mostItems : isAlone ? *length / 2 : *length;
  while (block > 1 && block > most)
    block /= 2;
  return block;
}

// The loop with unit stride on g.0 and l.0, of the others the inner on g.1.
std::vector<LoopMapping> Planner::onAxes(const Band &band,
                                         bool isReduction) const {
  Band chosen;
  for (const LoopNest *loop : band)
    if (!isShort(*loop))
      chosen.push_back(loop);
  if (chosen.empty())
    chosen = band;
  const LoopNest *items = mostUnitStrides(kernel, chosen);
  llvm::erase(chosen, items);
  if (chosen.size() > mostAxes - 1)
    chosen.resize(mostAxes - 1);
  const size_t others = chosen.size();
  auto mostGroups = [&](const LoopNest &loop, int axis) -> int64_t {
    if (isReduction)
      return mostParts[others][axis];
    auto length = constantLength(loop);
    return axis == 0 || (length && *length <= mostGroupsBeside)
               ? 0
               : mostGroupsBeside;
  };
  std::vector<LoopMapping> result{
      {items->iname, 0, blockFor(constantLength(*items), chosen.empty()),
       mostGroups(*items, 0)}};
  int axis = static_cast<int>(chosen.size());
  for (const LoopNest *loop : chosen) {
    result.push_back({loop->iname, axis, 1, mostGroups(*loop, axis)});
    --axis;
  }
  return result;
}

// Of bands that begin with the same loops: these on the outer axes.
std::vector<LoopMapping> Planner::onAxes(const std::vector<Band> &bands) const {
  std::vector<LoopMapping> result;
  for (const Band &band : bands)
    for (LoopMapping &mapping : onAxes(band, false)) {
      auto same = llvm::find_if(result, [&](const LoopMapping &known) {
        return known.iname == mapping.iname;
      });
      if (same == result.end())
        result.push_back(std::move(mapping));
    }
  return result;
}

void Planner::leaveSerial(const LoopNest &loop) {
  if (!isPlain(loop))
    return;
  if (std::string bound = boundComputedIn(loop, loop); !bound.empty())
    plan.serial.push_back(becauseOfBound(kernel, loop, bound));
  else if (const CarriedDependence *why = noReduction({&loop}, carriedBy(loop)))
    plan.serial.push_back(
        becauseOfDependence(kernel, loop, dependences.graph(), *why));
}

// --- launches

// Is something in it on the device's axes?
bool Planner::isSpread(const LoopNest &loop) const {
  return spread.count(loop.iname) || isMappedAlready(loop) ||
         llvm::any_of(loop.loops,
                      [&](const LoopNest &inner) { return isSpread(inner); });
}

static bool isCheap(const LoopNest &loop,
                    const std::function<bool(const LoopNest &)> &isShort) {
  return isShort(loop) && llvm::all_of(loop.loops, [&](const LoopNest &inner) {
           return isCheap(inner, isShort);
         });
}

// In a launch of many work-items, would each run much of it?
bool Planner::isRepeated(const LoopNest &loop) const {
  if (isCheap(loop, [&](const LoopNest &each) { return isShort(each); }))
    return false;
  return llvm::any_of(loop.instructions, [&](int i) {
    return llvm::any_of(insn(i).assigneeNames(), [&](const std::string &name) {
      return dependences.mayBePrivate(name);
    });
  });
}

// A launch ends between a loop that is spread and one that must not be
// repeated, and what stands between the two is in the second.
void Planner::endLaunches(const LoopNest &body) {
  struct Item {
    std::vector<int64_t> place;
    const LoopNest *loop; // null: a statement
    int first, last;      // instructions
  };
  std::vector<Item> items;
  for (int i : body.statements)
    items.push_back({textPosition(insn(i)), nullptr, i, i});
  for (const LoopNest &loop : body.loops) {
    int first = loop.instructions.front(), last = first;
    for (int i : loop.instructions) {
      if (textPosition(insn(i)) < textPosition(insn(first)))
        first = i;
      if (textPosition(insn(last)) <= textPosition(insn(i)))
        last = i;
    }
    items.push_back({textPosition(insn(first)), &loop, first, last});
  }
  llvm::stable_sort(
      items, [](const Item &a, const Item &b) { return a.place < b.place; });
  // The last loop that is spread, or that must not be repeated.
  const Item *before = nullptr;
  for (size_t at = 0; at < items.size(); ++at) {
    const Item &item = items[at];
    if (!item.loop || (!isSpread(*item.loop) && !isRepeated(*item.loop)))
      continue;
    if (before && isSpread(*before->loop) != isSpread(*item.loop))
      plan.ends.push_back(
          {insn(before->last).id, insn((before + 1)->first).id});
    before = &item;
    bool isOutside = isSpread(*item.loop) && !spread.count(item.loop->iname) &&
                     !isMappedAlready(*item.loop);
    if (isOutside)
      endLaunches(*item.loop);
  }
}

MappingPlan loopyc::planMapping(const Kernel &kernel) {
  return Planner(kernel).run();
}
