#include "Mapping/LoopFacts.h"

#include "Reductions/FindReductions.h"
#include "loopyc/Lower/Placement.h"
#include "loopyc/Lower/Scans.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using poly::Set;

static constexpr int64_t shortLoop = 8;

const std::vector<CarriedDependence> &
LoopFacts::carriedBy(const LoopNest &loop) {
  auto [known, isNew] = carried.try_emplace(&loop);
  if (isNew)
    known->second = deps.carriedBy(loop);
  return known->second;
}

bool LoopFacts::isMappedAlready(const LoopNest &loop) const {
  return llvm::any_of(loop.instructions, [&](int i) {
    return llvm::any_of(insn(i).inames, [&](const std::string &iname) {
      LoopNesting nesting = knl.tagOf(iname).nesting();
      return nesting == LoopNesting::Axis || nesting == LoopNesting::OpenAxis;
    });
  });
}

// Does nothing in it ever run?
bool LoopFacts::isEmpty(const LoopNest &loop) {
  return llvm::all_of(loop.instructions, [&](int i) {
    return deps.graph().instances().of(i).isEmpty();
  });
}

bool LoopFacts::isPlain(const LoopNest &loop) {
  return !loop.iname.empty() && knl.tagOf(loop.iname).isPlain() &&
         !knl.slabs.count(loop.iname) && !isEmpty(loop) &&
         llvm::all_of(loop.instructions, [&](int i) {
           return !std::holds_alternative<BarrierBody>(insn(i).body);
         });
}

std::string LoopFacts::boundComputedIn(const LoopNest &loop,
                                       const LoopNest &top) const {
  std::vector<std::string> around = top.parent->path();
  for (const std::string &name : computedEnds(knl, loop.iname))
    for (const InstructionPtr &writer : knl.instructions)
      if (writer->assigns(name) &&
          !llvm::all_of(writer->inames, [&](const std::string &iname) {
            return llvm::is_contained(around, iname);
          }))
        return name;
  return "";
}

std::optional<int64_t> LoopFacts::constantLength(const LoopNest &loop) const {
  Set range = domains.domain(loop.path()).flat().intersect(knl.assumptions);
  auto low = range.minConst(loop.iname), high = range.maxConst(loop.iname);
  if (!low || !high)
    return std::nullopt;
  return *high - *low + 1;
}

bool LoopFacts::isShort(const LoopNest &loop) const {
  auto length = loop.iname.empty() ? std::nullopt : constantLength(loop);
  return length && *length <= shortLoop;
}

bool LoopFacts::isCheap(const LoopNest &loop) const {
  return isShort(loop) && llvm::all_of(loop.loops, [&](const LoopNest &inner) {
           return isCheap(inner);
         });
}

static Kernel onGroups(Kernel kernel, const Band &band) {
  for (size_t axis = 0; axis < band.size(); ++axis)
    kernel.inameTags[band[axis]->iname] = {InameTagKind::Group,
                                           static_cast<int>(axis)};
  return kernel;
}

// What is reduced, an extremum's comparison and places included.
static bool isReduced(const ReductionFinder &finder, const Kernel &tagged,
                      const LoopNest &loop, int instruction) {
  if (finder.find(instruction))
    return true;
  return llvm::any_of(loop.instructions, [&](int other) {
    if (tagged.instructions[other]->assignees().empty())
      return false;
    std::optional<ParallelReduction> found = finder.find(other);
    return found && found->extremum &&
           llvm::is_contained(found->extremum->members(),
                              static_cast<size_t>(instruction));
  });
}

const CarriedDependence *
LoopFacts::noReduction(const Band &band,
                       const std::vector<CarriedDependence> &carried) {
  Kernel tagged = onGroups(knl, band);
  ReductionFinder finder(tagged);
  for (const CarriedDependence &dependence : carried) {
    const DependenceEdge &edge = deps.graph().edges()[dependence.edge];
    if (!isReduced(finder, tagged, *band.front(), edge.source) ||
        !isReduced(finder, tagged, *band.front(), edge.sink))
      return &dependence;
  }
  return nullptr;
}

bool LoopFacts::isScan(const LoopNest &loop) {
  std::set<std::string> scanned = scannedVariables(onGroups(knl, {&loop}));
  return llvm::all_of(carriedBy(loop), [&](const CarriedDependence &carried) {
    const DependenceEdge &edge = deps.graph().edges()[carried.edge];
    return scanned.count(
        deps.graph().accesses()[edge.sourceAccess].variable);
  });
}

bool LoopFacts::isReplicable(int statement, const LoopNest &top) {
  std::vector<std::string> names = insn(statement).assigneeNames();
  return !names.empty() && llvm::all_of(names, [&](const std::string &name) {
    return deps.isPrivateTo(name, top);
  });
}

bool LoopFacts::hasOwnArrays(const LoopNest &loop) {
  return llvm::any_of(loop.instructions, [&](int i) {
    return llvm::any_of(insn(i).assigneeNames(), [&](const std::string &name) {
      return !knl.findVariable(name)->isScalar() &&
             deps.isPrivateTo(name, loop);
    });
  });
}

bool LoopFacts::assignsPrivate(int instruction) const {
  std::vector<std::string> names = insn(instruction).assigneeNames();
  return !names.empty() && llvm::all_of(names, [&](const std::string &name) {
    return deps.mayBePrivate(name);
  });
}

bool LoopFacts::fillsPrivate(const LoopNest &loop) const {
  return llvm::any_of(loop.instructions,
                      [&](int i) { return assignsPrivate(i); });
}

bool LoopFacts::fillsOnlyPrivate(const LoopNest &loop) const {
  return llvm::all_of(loop.instructions,
                      [&](int i) { return assignsPrivate(i); });
}
