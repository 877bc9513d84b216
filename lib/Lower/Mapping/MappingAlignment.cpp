#include "Mapping/MappingAlignment.h"

#include "loopyc/Analysis/RowAlignment.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>
#include <string>
#include <utility>

using namespace loopyc;

namespace {

// What the iterations of a loop touch of an array: elements `iname + offset`
// along an axis.
struct Uses {
  std::set<std::string> places; // axis and offset
  bool stores = false;
};

struct TiledLoop {
  int64_t shift = 0;
  std::map<std::string, Uses> arrays;
};

using TiledLoops = std::map<std::string, TiledLoop>; // by iname

} // namespace

// Sub-groups of this many work-items access memory together.
static constexpr int64_t subGroupItems = 32;

static bool isTiled(const LoopMapping &mapping) {
  return mapping.itemAxis == 0 && mapping.block > 0 &&
         mapping.block % subGroupItems == 0;
}

static void addUses(const Expr &e, const std::string &iname, bool store,
                    std::map<std::string, Uses> &arrays) {
  walk(e, [&](const Expr &node) {
    const auto *array = node.getIf<ArrayRef>();
    if (!array || !mentions(node, iname))
      return true;
    Uses &uses = arrays[array->name];
    uses.stores = uses.stores || store;
    for (size_t axis = 0; axis < array->subscripts.size(); ++axis)
      if (mentions(array->subscripts[axis], iname))
        uses.places.insert(
            std::to_string(axis) + ": " +
            fold(array->subscripts[axis] - Expr::var(iname)).str());
    return true;
  });
}

// A tile more is little among many.
static bool isWorthATile(std::optional<int64_t> iterations, int64_t shift,
                         int64_t block) {
  constexpr int64_t manyTiles = 16;
  if (!iterations)
    return true;
  const int64_t tiles = llvm::divideCeil(*iterations, block);
  return tiles >= manyTiles ||
         static_cast<int64_t>(llvm::divideCeil(*iterations + shift, block)) ==
             tiles;
}

static TiledLoop tiledLoop(const LoopNest &loop, const LoopMapping &mapping,
                           bool isScan, const LoopFacts &facts) {
  TiledLoop result;
  std::vector<const Instruction *> instructions;
  for (int index : loop.instructions) {
    const Instruction &insn = facts.insn(index);
    instructions.push_back(&insn);
    for (const Expr &read : insn.reads())
      addUses(read, loop.iname, false, result.arrays);
    for (const Predicate &predicate : insn.predicates)
      addUses(predicate, loop.iname, false, result.arrays);
    for (const Expr &assignee : insn.assignees())
      addUses(assignee, loop.iname, true, result.arrays);
  }
  if (isScan)
    return result;
  RowAlignment found = rowAlignment(
      rowAccesses(facts.kernel(), instructions, loop.iname), mapping.block);
  if (found.pays() &&
      isWorthATile(facts.constantLength(loop), found.shift, mapping.block))
    result.shift = found.shift;
  return result;
}

// Loops in which a work-item has the same element, for it has the same
// iteration, one of them storing it, keep that: they have one shift, or none.
static void keepTogether(TiledLoops &loops) {
  struct Sharers {
    std::vector<TiledLoop *> loops;
    bool stores = false;
  };
  std::map<std::pair<std::string, std::string>, Sharers> elements;
  for (auto &[name, loop] : loops)
    for (const auto &[array, uses] : loop.arrays)
      for (const std::string &place : uses.places) {
        Sharers &sharers = elements[{array, place}];
        sharers.loops.push_back(&loop);
        sharers.stores = sharers.stores || uses.stores;
      }
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (auto &[element, sharers] : elements) {
      const int64_t first = sharers.loops.front()->shift;
      if (!sharers.stores ||
          llvm::all_of(sharers.loops, [&](const TiledLoop *loop) {
            return loop->shift == first;
          }))
        continue;
      for (TiledLoop *loop : sharers.loops)
        loop->shift = 0;
      isChanged = true;
    }
  }
}

void loopyc::alignTiles(std::vector<NestMapping> &nests, const LoopNest &root,
                        const LoopFacts &facts) {
  TiledLoops loops;
  for (const NestMapping &nest : nests)
    for (const MappingWay &way : nest.ways)
      for (const LoopMapping &mapping : way.loops)
        if (isTiled(mapping) && !loops.count(mapping.iname))
          if (const LoopNest *loop = findLoop(root, mapping.iname))
            loops[mapping.iname] =
                tiledLoop(*loop, mapping, nest.isScan, facts);
  keepTogether(loops);
  for (NestMapping &nest : nests)
    for (MappingWay &way : nest.ways)
      for (LoopMapping &mapping : way.loops)
        if (auto loop = loops.find(mapping.iname);
            isTiled(mapping) && loop != loops.end())
          mapping.align = loop->second.shift;
}
