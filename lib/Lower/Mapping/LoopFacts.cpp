#include "Mapping/LoopFacts.h"

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

const CarriedDependence *
LoopFacts::noReduction(const Band &band,
                       const std::vector<CarriedDependence> &carried) {
  if (carried.empty())
    return nullptr;
  std::unique_ptr<BandReductions> &known = reductions[band];
  if (!known)
    known = std::make_unique<BandReductions>(knl, band);
  for (const CarriedDependence &dependence : carried) {
    const DependenceEdge &edge = deps.graph().edges()[dependence.edge];
    if (!known->isReduced(edge.source) || !known->isReduced(edge.sink))
      return &dependence;
  }
  return nullptr;
}

bool LoopFacts::isScan(const LoopNest &loop) {
  Kernel tagged = knl;
  tagged.inameTags[loop.iname] = {InameTagKind::Group, 0};
  std::set<std::string> scanned = scannedVariables(tagged);
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
