#include "Mapping/MappingPlan.h"

#include "Mapping/LaunchEnds.h"
#include "Mapping/LoopFacts.h"
#include "Mapping/MappingAlignment.h"
#include "Mapping/MappingAxes.h"
#include "Mapping/MappingBands.h"
#include "Mapping/SerialReason.h"
#include "Mapping/UnitStrides.h"
#include "loopyc/Analysis/FallingFlags.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;

using Ways = std::vector<MappingWay>;

class loopyc::Planner {
public:
  Planner(const Kernel &kernel, DependenceMemo &memo)
      : kernel(kernel), nests(kernel), graph(kernel, {}, &memo),
        facts(graph, CopySize::Small), eachCopy(graph, CopySize::EachSmall),
        anyCopies(graph, CopySize::Any) {}

  MappingPlan run();
  std::optional<Diagnostic> whyNotSpread(const LoopNest &loop,
                                         const std::string &problem);
  const LoopNest &root() const { return nests.root(); }

private:
  // Loops that carry nothing, or these, reductions and scans?
  enum class Take { Parallel, Reductions };
  bool visit(const LoopNest &loop, Take take);
  bool visitInside(const LoopNest &loop, Take take);
  bool visitParallel(const LoopNest &loop, Take take);
  bool visitLarge(const LoopNest &loop, Take take);
  bool visitCarrying(const LoopNest &loop, Take take);
  bool isSumOfColumns(const LoopNest &loop);
  void dropWaysOfLoneNests();
  void add(const LoopNest &top, Ways ways, bool isScan = false);
  std::optional<SerialLoop> whySerial(const LoopNest &loop, int64_t spread);
  void leaveSerial(const LoopNest &loop, int64_t spread, size_t firstInside);
  std::optional<int64_t> iterations(const LoopNest &top,
                                    const MappingWay &way) const;
  std::optional<int64_t> fewIn(const LoopNest &loop, size_t firstNest) const;
  ItemRows itemRows(const MappingWay &way) const;

  const Kernel &kernel;
  LoopNests nests;
  DependenceGraph graph;
  LoopFacts facts;
  LoopFacts eachCopy;           // with copies of many small arrays
  LoopFacts anyCopies;          // of large ones, too
  SpreadNests spread;
  // The iterations of a nest, if these are known to be few.
  std::map<std::string, int64_t> few;
  MappingPlan plan;
};

MappingPlan Planner::run() {
  for (const LoopNest &loop : nests.root().loops)
    visit(loop, Take::Reductions);
  if (plan.nests.size() > 1)
    dropWaysOfLoneNests();
  if (!plan.nests.empty())
    plan.ends = launchEnds(nests.root(), facts, spread);
  alignTiles(plan.nests, nests.root(), facts);
  return std::move(plan);
}

void Planner::dropWaysOfLoneNests() {
  for (NestMapping &nest : plan.nests) {
    llvm::erase_if(nest.ways,
                   [](const MappingWay &way) { return way.isForLoneNest; });
    spread[nest.loop] = itemRows(nest.ways.front());
  }
}

// Fewer keep no more of a device busy than one work-item does.
static constexpr int64_t fewItems = 32;

// How many work-items run the loop, if it is around nests of few iterations
// alone.
std::optional<int64_t> Planner::fewIn(const LoopNest &loop,
                                      size_t firstNest) const {
  if (loop.iname.empty() || spread.count(loop.iname))
    return std::nullopt;
  auto length = facts.constantLength(loop);
  if (length && *length <= fewItems)
    return std::nullopt;
  int64_t most = 0;
  for (size_t n = firstNest; n < plan.nests.size(); ++n) {
    auto known = few.find(plan.nests[n].loop);
    if (known == few.end())
      return std::nullopt;
    most = std::max(most, known->second);
  }
  return most > 0 ? std::optional(most) : std::nullopt;
}

// Is anything in it spread over the device, or was before? Else the loop is
// among those that stay serial.
bool Planner::visit(const LoopNest &loop, Take take) {
  if (facts.isMappedAlready(loop)) {
    visitInside(loop, take);
    return true;
  }
  size_t before = plan.serial.size(), nestsBefore = plan.nests.size();
  bool mayBeMapped =
      facts.isPlain(loop) && facts.boundComputedIn(loop, loop).empty();
  bool isSpread = !mayBeMapped                    ? visitInside(loop, take)
                  : facts.carriedBy(loop).empty() ? visitParallel(loop, take)
                  : anyCopies.carriedBy(loop).empty()
                      ? visitLarge(loop, take)
                      : visitCarrying(loop, take);
  std::optional<int64_t> items = 1;
  if (isSpread)
    items = fewIn(loop, nestsBefore);
  if (items)
    leaveSerial(loop, *items, before);
  return isSpread;
}

bool Planner::visitInside(const LoopNest &loop, Take take) {
  bool any = false;
  for (const LoopNest &inner : loop.loops)
    any = visit(inner, take) || any;
  return any;
}

static bool areShort(const Band &band, const LoopFacts &facts) {
  return llvm::all_of(
      band, [&](const LoopNest *loop) { return facts.isShort(*loop); });
}

// Does the loop that walks through memory element by element go to work-items
// with these, and not with the bands? What is outside of these loops runs less
// often. `rows`: where these inames say which part of memory that is.
static bool haveUnitStride(const std::vector<Band> &items,
                           const std::vector<Band> &bands,
                           const std::set<std::string> &rows,
                           LoopFacts &facts) {
  // What is summed up lies in a register.
  auto bytes = [&](const LoopNest *loop) {
    int64_t result = 0;
    for (const Band &nest : items)
      result += unitStrideBytes(facts.kernel(), *nest.front(), loop->iname,
                                facts.carriedBy(*nest.front()).empty()
                                    ? std::set<std::string>()
                                    : std::set{nest.front()->iname});
    return result;
  };
  int64_t ofItems = 0, ofBands = 0;
  for (const Band &nest : items)
    ofItems += unitStrideBytes(facts.kernel(), *nest.front(),
                               nest.front()->iname, rows);
  for (const Band &band : bands) {
    int64_t most = 0;
    for (const LoopNest *loop : band)
      most = std::max(most, bytes(loop));
    ofBands += most;
  }
  return ofItems > ofBands;
}

// Of the loops of items, how many are summed up over?
static size_t countSums(const std::vector<Band> &items, LoopFacts &facts) {
  return llvm::count_if(items, [&](const Band &nest) {
    return !facts.carriedBy(*nest.front()).empty();
  });
}

// In a loop over sweeps of groups: does each work-item look at what one of them
// has stored in an array? Values behind barriers in such loops are where
// PoCL 3.1's optimiser has gone wrong (docs/gpu.md).
static bool readsStored(const Band &band, LoopFacts &facts) {
  if (band.size() == 1)
    return false;
  const LoopNest &nest = *band.front();
  std::set<std::string> stored;
  for (int i : nest.instructions)
    for (const std::string &name : facts.insn(i).assigneeNames())
      if (!facts.kernel().findVariable(name)->isTemporary())
        stored.insert(name);
  return llvm::any_of(band.back()->statements, [&](int statement) {
    std::set<std::string> scalars, arrays;
    for (const Expr &read : facts.insn(statement).reads())
      collectNames(read, scalars, arrays);
    return facts.isReplicable(statement, nest) &&
           llvm::any_of(arrays, [&](const std::string &name) {
             return stored.count(name) > 0;
           });
  });
}

// Does the loop go through what is summed up element by element?
static bool isAlongColumns(const LoopNest &loop, const std::vector<Band> &sums,
                           const LoopFacts &facts) {
  return llvm::all_of(sums, [&](const Band &nest) {
    return unitStrideBytes(facts.kernel(), loop, loop.iname,
                           {nest.front()->iname}) > 0;
  });
}

// With the loops inside the band on the device, too.
static Ways waysInside(const Band &band, ShortNests nests, LoopFacts &facts) {
  Ways ways;
  auto bands = parted(band, facts);
  auto items = loopsOfItems(band, nests, facts);
  // Pieces of one row, as sparse matrices and lists of cells have them, may be
  // a few elements each.
  std::set<std::string> rows;
  for (const LoopNest *loop : band)
    rows.insert(loop->iname);
  const bool itemsFirst =
      bands && items && haveUnitStride(*items, *bands, rows, facts);
  if (bands)
    if (auto loops = onAxes(*bands, band.size(), facts); !loops.empty())
      ways.push_back({std::move(loops)});
  const size_t sums = items ? countSums(*items, facts) : 0;
  const bool areSums = sums > 0 && sums == items->size();
  if (sums > 0 && readsStored(band, facts))
    return ways;
  if (items && haveUnitStride(*items, {band}, rows, facts))
    ways.insert(itemsFirst ? ways.begin() : ways.end(),
                {areSums ? onRows(band, *items, facts)
                         : onGroups(band, *items, facts)});
  else if (areSums && band.size() == 1 &&
           isAlongColumns(*band.front(), *items, facts))
    ways.insert(ways.begin(),
                {onColumns(*band.front(), *items, facts), {}, {}, true});
  return ways;
}

bool Planner::visitParallel(const LoopNest &loop, Take take) {
  Band band = parallelBand(loop, facts);
  const bool allShort = areShort(band, facts);
  if (allShort && visitInside(loop, take))
    return true;
  if (allShort && (!loop.parent->isRoot() || facts.fillsOnlyPrivate(loop)))
    return false;
  Ways ways = waysInside(band, ShortNests::InEachItem, facts);
  llvm::append_range(ways, inTiles(band, facts));
  llvm::append_range(ways, withRowsBeside(band, facts));
  ways.push_back({onAxes(band, false, facts)});
  if (band.size() > 1)
    ways.push_back({onAxes({&loop}, false, facts)});
  add(loop, std::move(ways));
  return true;
}

// A loop that is parallel if its iterations have copies of large arrays: where
// groups or work-items use parts of these, or none of them is large but all
// together. Else what is inside.
bool Planner::visitLarge(const LoopNest &loop, Take take) {
  Band band = parallelBand(loop, anyCopies);
  Ways ways;
  if (!areShort(band, facts))
    ways = waysInside(band, ShortNests::Shared, anyCopies);
  if (eachCopy.carriedBy(loop).empty()) {
    ways.push_back({onAxes(parallelBand(loop, eachCopy), false, eachCopy)});
    add(loop, std::move(ways));
    return true;
  }
  if (ways.empty())
    return visitCarrying(loop, take);
  MappingPlan before = std::move(plan);
  SpreadNests spreadBefore = std::move(spread);
  plan = {};
  spread = {};
  if (visitCarrying(loop, take)) {
    dropWaysOfLoneNests();
    MappingWay inside;
    for (const NestMapping &nest : plan.nests)
      llvm::append_range(inside.loops, nest.ways.front().loops);
    inside.ends = launchEnds(loop, facts, spread);
    inside.serial = std::move(plan.serial);
    ways.push_back(std::move(inside));
  }
  plan = std::move(before);
  spread = std::move(spreadBefore);
  add(loop, std::move(ways));
  return true;
}

// do j: do i: s(i) = s(i) + a(i, j)
bool Planner::isSumOfColumns(const LoopNest &loop) {
  if (facts.isShort(loop) || loop.loops.size() != 1 || !loop.statements.empty())
    return false;
  const LoopNest &inner = loop.loops.front();
  return inner.loops.empty() && facts.isPlain(inner) && !facts.isShort(inner) &&
         facts.boundComputedIn(inner, loop).empty() &&
         facts.carriedBy(inner).empty() &&
         isAlongColumns(inner, {{&loop}}, facts);
}

// What is parallel inside goes before a reduction or scan, and that before
// another one inside of it. But not where each iteration has arrays of its own
// that its loops hand on to each other, not all of which are parallel; nor a
// reduction where nests would stay serial inside.
bool Planner::visitCarrying(const LoopNest &loop, Take take) {
  if (take == Take::Parallel)
    return visitInside(loop, take);
  const bool isReduction =
      !facts.noReduction({&loop}, facts.carriedBy(loop));
  if (!isReduction && !facts.isScan(loop))
    return visitInside(loop, take);
  MappingPlan before = plan;
  SpreadNests spreadBefore = spread;
  const bool isParallelInside = visitInside(loop, Take::Parallel);
  const bool isSerialInside = isReduction && !facts.isShort(loop) &&
                              plan.serial.size() > before.serial.size();
  plan = std::move(before);
  spread = std::move(spreadBefore);
  const bool isOfColumns =
      isReduction && !facts.isShort(loop) && facts.hasOwnArrays(loop) &&
      llvm::any_of(loop.loops, [&](const LoopNest &inner) {
        return !facts.carriedBy(inner).empty();
      });
  if (isReduction && isSumOfColumns(loop)) {
    const LoopNest &inner = loop.loops.front();
    add(loop, {{onColumns(inner, {{&loop}}, facts), {}, {}, true},
               {onAxes({&inner}, false, facts)}});
    return true;
  }
  if (isParallelInside && !isOfColumns && !isSerialInside)
    return visitInside(loop, take);
  if (!isReduction) {
    Ways ways;
    for (std::vector<LoopMapping> &way : waysOfScan(loop, facts))
      ways.push_back({std::move(way)});
    add(loop, std::move(ways), true);
    return true;
  }
  Band band = reductionBand(loop, facts);
  if (areShort(band, facts) && !loop.parent->isRoot())
    return false;
  Ways ways{MappingWay{onAxes(band, true, facts)}};
  if (band.size() > 1)
    ways.push_back({onAxes({&loop}, true, facts)});
  add(loop, std::move(ways));
  return true;
}

// Of the loops that the way spreads, together, if these are constant.
std::optional<int64_t> Planner::iterations(const LoopNest &top,
                                           const MappingWay &way) const {
  int64_t own = 1, inside = 1;
  if (llvm::any_of(way.loops, [&](const LoopMapping &mapping) {
        return mapping.iname == top.iname;
      })) {
    auto length = facts.constantLength(top);
    if (!length || *length > fewItems)
      return std::nullopt;
    own = std::max<int64_t>(*length, 1);
  }
  for (const LoopNest &inner : top.loops) {
    auto most = iterations(inner, way);
    if (!most)
      return std::nullopt;
    inside = std::max(inside, *most);
  }
  return own * inside;
}

ItemRows Planner::itemRows(const MappingWay &way) const {
  ItemRows rows{1, 1};
  for (const LoopMapping &mapping : way.loops)
    if (mapping.itemAxis > 0)
      rows[mapping.itemAxis - 1] =
          mapping.block > 0
              ? mapping.block
              : *facts.constantLength(*findLoop(nests.root(), mapping.iname));
  return rows;
}

void Planner::add(const LoopNest &top, Ways ways, bool isScan) {
  spread[top.iname] = itemRows(ways.front());
  if (auto items = iterations(top, ways.front()); items && *items <= fewItems)
    few[top.iname] = *items;
  plan.nests.push_back({top.iname, facts.insn(top.instructions.front()).range,
                        isScan, std::move(ways)});
}

// What copies of large arrays would be no help against is told first.
std::optional<SerialLoop> Planner::whySerial(const LoopNest &loop,
                                             int64_t spread) {
  if (!facts.isPlain(loop))
    return std::nullopt;
  const std::string problem = onWorkItems(loop.iname, spread);
  if (std::string bound = facts.boundComputedIn(loop, loop); !bound.empty())
    return SerialLoop{loop.iname, becauseOfBound(problem, kernel, loop, bound)};
  if (!facts.noReduction({&loop}, facts.carriedBy(loop)))
    return std::nullopt;
  bool isCarried = anyCopies.noReduction({&loop}, anyCopies.carriedBy(loop));
  LoopFacts &told = isCarried ? anyCopies : facts;
  const LoopRemedies remedies = remediesFor(loop, told, facts);
  return SerialLoop{loop.iname,
                    becauseOfDependence(problem, loop, told, remedies),
                    conflictOf(told, remedies), remedies.areAny()};
}

// The outermost loop is told of, and what those inside of it carry with it; but
// where something helps these alone, they are.
void Planner::leaveSerial(const LoopNest &loop, int64_t spread,
                          size_t firstInside) {
  const std::vector<SerialLoop> inside(plan.serial.begin() + firstInside,
                                       plan.serial.end());
  std::optional<SerialLoop> own = whySerial(loop, spread);
  auto isHelped = [](const SerialLoop &serial) { return serial.isHelped; };
  if (spread == 1 && !(own && own->isHelped) && llvm::any_of(inside, isHelped))
    return;
  plan.serial.resize(firstInside);
  if (!own)
    return;
  for (const SerialLoop &inner : inside)
    if (!inner.conflict.empty())
      own->why.notes.push_back({Severity::Note,
                                "the loop over '" + inner.iname +
                                    "' in it has " + inner.conflict,
                                inner.why.range,
                                "",
                                {}});
  plan.serial.push_back(std::move(*own));
}

// Steps in time, sweeps and the like, which carry values that are meant to be
// carried, are nothing to tell.
std::optional<Diagnostic> Planner::whyNotSpread(const LoopNest &loop,
                                                const std::string &problem) {
  if (!facts.isPlain(loop) || facts.isShort(loop))
    return std::nullopt;
  if (LoopRemedies found = remediesFor(loop, anyCopies, facts); found.toTell) {
    if (found.isReal || clearsGuard(kernel, loop.instructions))
      return std::nullopt;
    return becauseOfDependence(problem, loop, anyCopies, found);
  }
  if (std::string bound = facts.boundComputedIn(loop, loop); !bound.empty())
    return becauseOfBound(problem, kernel, loop, bound);
  if (facts.noReduction({&loop}, facts.carriedBy(loop)))
    return becauseOfCopies(problem, loop, facts, anyCopies);
  return std::nullopt;
}

MappingPlanner::MappingPlanner(const Kernel &kernel, DependenceMemo &memo)
    : planner(std::make_unique<Planner>(kernel, memo)) {}

MappingPlanner::~MappingPlanner() = default;

MappingPlan MappingPlanner::plan() { return planner->run(); }

std::optional<Diagnostic>
MappingPlanner::whyNotSpread(const std::string &iname,
                             const std::string &problem) {
  const LoopNest *loop = findLoop(planner->root(), iname);
  return loop ? planner->whyNotSpread(*loop, problem) : std::nullopt;
}

bool MappingPlanner::isInside(const std::string &inner,
                              const std::string &outer) const {
  const LoopNest *loop = findLoop(planner->root(), outer);
  return loop && inner != outer && findLoop(*loop, inner);
}

bool MappingPlanner::areInLoops(const std::vector<std::string> &inames) const {
  return llvm::any_of(inames, [&](const std::string &iname) {
    const LoopNest *loop = findLoop(planner->root(), iname);
    return loop && !loop->parent->isRoot() &&
           !llvm::is_contained(inames, loop->parent->iname);
  });
}
