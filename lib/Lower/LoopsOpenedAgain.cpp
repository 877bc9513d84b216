#include "LoopsOpenedAgain.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/ReferenceTime.h"
#include "loopyc/Lower/Placement.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Transform/Inames.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// The loop of the reference order, from outside, that an iname runs through;
// the number of its loops where there is none.
static int depthOf(const Instruction &insn, const std::string &iname) {
  int depth = 0;
  while (depth < loopDepth(insn) && !mentions(loopAt(insn, depth), iname))
    ++depth;
  return depth;
}

// How many loops of the reference order are around both.
static int loopsAround(const Instruction &a, const Instruction &b) {
  int depth = 0;
  while (depth < std::min(loopDepth(a), loopDepth(b)) &&
         positionAt(a, depth) == positionAt(b, depth))
    ++depth;
  return depth;
}

namespace {

// Where an iname's loop opens around an instruction.
struct OpeningPlace {
  int depth;
  int loops; // of the instruction
  std::vector<int64_t> path;

  OpeningPlace(const Instruction &insn, const std::string &iname)
      : depth(depthOf(insn, iname)), loops(loopDepth(insn)) {
    for (int d = 0; d <= depth; ++d)
      path.push_back(positionAt(insn, d));
  }

  auto operator<=>(const OpeningPlace &) const = default;

  // Does the loop open once for one and again for the other?
  bool isApart(const OpeningPlace &other) const {
    const int common = std::min(depth, other.depth);
    return common < std::min(loops, other.loops) &&
           !std::equal(path.begin(), path.begin() + common + 1,
                       other.path.begin());
  }
};

} // namespace

static bool areApart(const Instruction &a, const Instruction &b,
                     const std::string &iname) {
  return OpeningPlace(a, iname).isApart(OpeningPlace(b, iname));
}

static bool openAgain(const Instruction &a, const Instruction &b,
                      const std::vector<std::string> &inames) {
  return std::any_of(inames.begin(), inames.end(),
                     [&](const std::string &iname) {
                       return b.within(iname) && areApart(a, b, iname);
                     });
}

// The kernel as the language made it; null where it is another's, too.
static const Kernel *kernelOfText(const Kernel &kernel) {
  if (kernel.origins.size() != 1)
    return nullptr;
  const auto &language = kernel.origins.front().language;
  if (!language || language->kind() != source::LanguageKind::Kernel)
    return nullptr;
  return static_cast<const source::KernelText &>(*language).asMade().get();
}

// Does an iname of an instruction open for it and again for another? Places
// are few where instructions are many.
static bool anyOpenAgain(const Kernel &kernel, bool inOrder) {
  std::map<std::string, std::set<OpeningPlace>> own, within;
  for (const InstructionPtr &insn : kernel.instructions) {
    for (const std::string &iname :
         inOrder ? loopInames(kernel, *insn) : insn->inames)
      own[iname].emplace(*insn, iname);
    for (const std::string &iname : insn->inames)
      within[iname].emplace(*insn, iname);
  }
  for (const auto &[iname, places] : own)
    for (const OpeningPlace &place : places)
      for (const OpeningPlace &other : within[iname])
        if (place.isApart(other))
          return true;
  return false;
}

bool loopyc::hasLoopsOpenedAgain(const Kernel &kernel) {
  const Kernel *asMade = kernelOfText(kernel);
  return asMade && anyOpenAgain(*asMade, false) && anyOpenAgain(kernel, true);
}

namespace {

class Parting {
public:
  Parting(const Kernel &kernel, const Kernel &asMade)
      : kernel(kernel), asMade(asMade), graph(kernel) {}

  // Null where nothing is against the order of a loop.
  std::optional<Kernel> run() {
    for (const DependenceEdge &edge : graph.edges())
      if (edge.ordered && !edge.identity)
        for (const std::string &iname : loopInames(kernel, source(edge)))
          if (isAgainst(edge, iname))
            return partedAt(sink(edge), loopsAround(source(edge), sink(edge)));
    return std::nullopt;
  }

private:
  const Instruction &source(const DependenceEdge &edge) const {
    return *kernel.instructions[edge.source];
  }
  const Instruction &sink(const DependenceEdge &edge) const {
    return *kernel.instructions[edge.sink];
  }

  // Not what a script put into one loop; what transformations added is known
  // by its times.
  bool wereApart(const Instruction &a, const Instruction &b) const {
    const InstructionPtr *first = asMade.findInstruction(a.id),
                         *second = asMade.findInstruction(b.id);
    return !first || !second || openAgain(**first, **second, (*first)->inames);
  }

  // Launches part the loops.
  bool areInLaunches(const Instruction &a, const Instruction &b) const {
    const int depth = loopsAround(a, b);
    return std::any_of(
        kernel.instructions.begin(), kernel.instructions.end(),
        [&](const InstructionPtr &insn) {
          const auto *barrier = std::get_if<BarrierBody>(&insn->body);
          return barrier && barrier->scope == BarrierScope::Global &&
                 loopDepth(*insn) >= depth && samePath(a, *insn, depth) &&
                 positionAt(a, depth) < positionAt(*insn, depth) &&
                 positionAt(*insn, depth) < positionAt(b, depth);
        });
  }

  bool isAgainst(const DependenceEdge &edge, const std::string &iname) {
    const Instruction &from = source(edge), &to = sink(edge);
    if (!to.within(iname) || !areApart(from, to, iname) ||
        !wereApart(from, to) || areInLaunches(from, to) ||
        graph.isPinned(edge, iname))
      return false;
    Set pairs = graph.conflicts(edge).intersect(
        PwAff::name(iname).gt(PwAff::name(primed(iname))));
    for (const std::string &around : from.inames)
      if (to.within(around) && depthOf(from, around) < loopsAround(from, to))
        pairs = pairs.intersect(
            PwAff::name(around).eq(PwAff::name(primed(around))));
    return !pairs.isEmpty();
  }

  // { p : p[0], ..., p[depth] }, where the loop opens.
  static std::vector<int64_t> placeOf(const Instruction &insn, int depth) {
    std::vector<int64_t> place;
    for (int d = 0; d <= depth; ++d)
      place.push_back(positionAt(insn, d));
    return place;
  }

  Kernel partedAt(const Instruction &first, int depth) const {
    const std::vector<int64_t> begin = placeOf(first, depth);
    std::set<std::string> later, shared, own;
    for (const InstructionPtr &insn : kernel.instructions) {
      bool isLater = loopDepth(*insn) > depth && placeOf(*insn, depth) >= begin;
      if (isLater)
        later.insert(insn->id);
      for (const std::string &iname : loopInames(kernel, *insn))
        if (depthOf(*insn, iname) >= depth)
          (isLater ? own : shared).insert(iname);
    }
    std::vector<std::string> inames;
    std::set_intersection(own.begin(), own.end(), shared.begin(), shared.end(),
                          std::back_inserter(inames));
    return duplicated(inames, later);
  }

  // As alike as copies can be.
  Kernel duplicated(const std::vector<std::string> &inames,
                    const std::set<std::string> &within) const {
    std::vector<std::string> copies;
    std::set<std::string> taken;
    std::map<std::string, InameTag> tags;
    std::map<std::string, std::string> copyOf;
    for (const std::string &iname : inames) {
      copies.push_back(kernel.freshName(iname + "_0"));
      tags[iname] = kernel.tagOf(iname);
      copyOf[iname] = copies.back();
    }
    Kernel result = duplicateInames(
        kernel, inames,
        [&](const Kernel &, const Instruction &insn) {
          return within.count(insn.id) > 0;
        },
        copies, "", tags);
    for (const std::string &iname : inames)
      if (auto slab = kernel.slabs.find(iname); slab != kernel.slabs.end())
        result.slabs[copyOf[iname]] = slab->second;
    for (std::vector<std::string> order : kernel.loopPriority) {
      for (std::string &iname : order)
        if (auto copy = copyOf.find(iname); copy != copyOf.end())
          iname = copy->second;
      result.loopPriority.push_back(std::move(order));
    }
    return result;
  }

  const Kernel &kernel, &asMade;
  DependenceGraph graph;
};

} // namespace

// Each time, more instructions are in loops of their own.
Kernel loopyc::partLoopsOpenedAgain(const Kernel &kernel) {
  const Kernel *asMade = kernelOfText(kernel);
  Kernel result = kernel;
  for (size_t k = 0; k < kernel.instructions.size(); ++k) {
    std::optional<Kernel> parted = Parting(result, *asMade).run();
    if (!parted)
      break;
    result = std::move(*parted);
  }
  return result;
}
