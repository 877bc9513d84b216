#include "loopyc/Lower/LoopFindings.h"

#include "Mapping/LoopFacts.h"
#include "Mapping/LoopNests.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

namespace {

class Finder {
public:
  explicit Finder(const Kernel &kernel)
      : kernel(kernel), nests(kernel), graph(kernel),
        smallCopies(graph, CopySize::Small), anyCopies(graph, CopySize::Any) {}

  std::vector<LoopFinding> run() { return findAll(nests.root().loops); }

private:
  std::vector<LoopFinding> findAll(const std::vector<LoopNest> &loops);
  LoopFinding find(const LoopNest &loop);
  void classify(const LoopNest &loop, LoopFinding &finding);
  LoopConflict conflict(const LoopNest &loop, const CarriedDependence &carried);
  LoopConflict::End end(int access) const;
  std::string unknownSubscript(int access) const;
  std::vector<std::string> privatesOf(const LoopNest &loop, LoopFacts &facts);

  const Kernel &kernel;
  LoopNests nests;
  DependenceGraph graph;
  LoopFacts smallCopies, anyCopies; // as the planner has them
};

} // namespace

std::vector<LoopFinding> Finder::findAll(const std::vector<LoopNest> &loops) {
  std::vector<LoopFinding> result;
  for (const LoopNest &loop : loops)
    result.push_back(find(loop));
  return result;
}

LoopFinding Finder::find(const LoopNest &loop) {
  LoopFinding result;
  result.iname = loop.iname;
  result.range = kernel.instructions[loop.instructions.front()]->range;
  for (int i : loop.instructions)
    result.instructions.push_back(kernel.instructions[i]->id);
  if (smallCopies.isPlain(loop))
    classify(loop, result);
  result.loops = findAll(loop.loops);
  return result;
}

static bool isNew(const std::vector<LoopConflict> &known,
                  const LoopConflict &conflict) {
  auto isSame = [](const LoopConflict::End &a, const LoopConflict::End &b) {
    return a.isWrite == b.isWrite && a.reference == b.reference &&
           a.range.str() == b.range.str();
  };
  return llvm::none_of(known, [&](const LoopConflict &other) {
    return other.kind == conflict.kind && other.variable == conflict.variable &&
           other.distance == conflict.distance &&
           isSame(other.source, conflict.source) &&
           isSame(other.sink, conflict.sink);
  });
}

void Finder::classify(const LoopNest &loop, LoopFinding &finding) {
  const bool isParallel = smallCopies.carriedBy(loop).empty();
  LoopFacts &facts = isParallel || !anyCopies.carriedBy(loop).empty()
                         ? smallCopies
                         : anyCopies;
  const std::vector<CarriedDependence> &carried = facts.carriedBy(loop);
  for (const CarriedDependence &dependence : carried)
    if (LoopConflict found = conflict(loop, dependence);
        isNew(finding.conflicts, found))
      finding.conflicts.push_back(std::move(found));
  finding.privates = privatesOf(loop, facts);
  finding.boundComputed = facts.boundComputedIn(loop, loop);
  if (!finding.boundComputed.empty())
    return;
  if (carried.empty())
    finding.kind = LoopFinding::Kind::Parallel;
  else if (!facts.noReduction({&loop}, carried))
    finding.kind = LoopFinding::Kind::Reduction;
  else if (facts.isScan(loop))
    finding.kind = LoopFinding::Kind::Scan;
  if (finding.kind != LoopFinding::Kind::Reduction)
    return;
  for (const CarriedDependence &dependence : carried) {
    const AccessInfo &access =
        graph.accesses()[graph.edges()[dependence.edge].sourceAccess];
    LoopReduction reduction{
        access.variable, access.update ? reductionName(*access.update) : ""};
    if (!llvm::is_contained(finding.reductions, reduction))
      finding.reductions.push_back(std::move(reduction));
  }
}

// { i -> i' } as the only value of i' - i, if it has one.
static std::optional<int64_t> distanceOf(const Set &pairs,
                                         const std::string &iname) {
  const std::string name = auxiliaryName("distance");
  Set with = pairs.flat().intersect(PwAff::name(name).eq(
      PwAff::name(primed(iname)) - PwAff::name(iname)));
  std::optional<int64_t> least = with.minConst(name);
  return least && least == with.maxConst(name) ? least : std::nullopt;
}

LoopConflict Finder::conflict(const LoopNest &loop,
                              const CarriedDependence &carried) {
  const DependenceEdge &edge = graph.edges()[carried.edge];
  LoopConflict result;
  result.kind = edge.kind;
  result.variable = graph.accesses()[edge.sourceAccess].variable;
  result.source = end(edge.sourceAccess);
  result.sink = end(edge.sinkAccess);
  result.distance = distanceOf(carried.pairs, loop.iname);
  result.unknownSubscript = unknownSubscript(edge.sourceAccess);
  if (result.unknownSubscript.empty())
    result.unknownSubscript = unknownSubscript(edge.sinkAccess);
  return result;
}

LoopConflict::End Finder::end(int access) const {
  const AccessInfo &info = graph.accesses()[access];
  return {info.reference.str(), info.write,
          kernel.instructions[info.instruction]->range};
}

std::string Finder::unknownSubscript(int access) const {
  for (const Expr &where : graph.accesses()[access].location)
    if (where && !toAffine(where))
      return where.str();
  return "";
}

std::vector<std::string> Finder::privatesOf(const LoopNest &loop,
                                            LoopFacts &facts) {
  std::set<std::string> names;
  for (int i : loop.instructions)
    for (const std::string &name : kernel.instructions[i]->assigneeNames())
      if (facts.dependences().isPrivateTo(name, loop))
        names.insert(name);
  return {names.begin(), names.end()};
}

std::vector<LoopFinding> loopyc::findLoops(const Kernel &kernel) {
  const Kernel plain = inPlainInstructions(kernel);
  return Finder(plain).run();
}
