#include "Mapping/PrivateArrays.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace loopyc;

namespace {

// A subscript of a private array: an iname that is spread, plus what no loop
// inside changes, or, as asked for, what is the same in all of an iteration of
// the loop. No iname: it says nothing of where it is used.
enum class Offsets { Scalars, Fixed };
struct Spread {
  std::string iname;
  Expr offset;
};

// Of one array, the subscripts along each axis, by access.
struct ArrayUses {
  bool isSmall = true;
  int64_t bytes = 0;
  std::vector<std::vector<Spread>> axes;
};

} // namespace

static bool isOffset(const Expr &value, const LoopNest &loop, Offsets offsets,
                     const Instruction &insn, LoopFacts &facts) {
  std::set<std::string> scalars, arrays;
  collectNames(value, scalars, arrays);
  return arrays.empty() &&
         llvm::all_of(scalars, [&](const std::string &name) {
           if (llvm::is_contained(insn.inames, name))
             return llvm::is_contained(loop.path(), name);
           return offsets == Offsets::Scalars ||
                  llvm::none_of(loop.instructions, [&](int each) {
                    return facts.insn(each).assigns(name);
                  });
         });
}

static Spread spreadIn(const Expr &subscript, const LoopNest &loop,
                       Offsets offsets, const Instruction &insn,
                       const std::set<std::string> &inames, LoopFacts &facts) {
  if (subscript)
    for (const std::string &iname : insn.inames)
      if (inames.count(iname)) {
        Expr offset = fold(subscript - Expr::var(iname));
        if (isOffset(offset, loop, offsets, insn, facts))
          return {iname, std::move(offset)};
      }
  return {};
}

// Of the arrays that are private to the loop.
static std::map<std::string, ArrayUses>
usesOf(const LoopNest &loop, const std::set<std::string> &inames,
       Offsets offsets, LoopFacts &facts) {
  std::map<std::string, ArrayUses> result;
  LoopDependences &deps = facts.dependences();
  for (const AccessInfo &access : deps.graph().accesses()) {
    VariablePtr var = facts.kernel().findVariable(access.variable);
    if (!llvm::is_contained(loop.instructions, access.instruction) ||
        var->isScalar() || !deps.isPrivateTo(access.variable, loop))
      continue;
    ArrayUses &uses = result[access.variable];
    uses.isSmall = isSmallCopy(*var);
    uses.bytes = privateBytes(*var);
    uses.axes.resize(var->axes.size());
    for (size_t axis = 0; axis < var->axes.size(); ++axis)
      uses.axes[axis].push_back(
          spreadIn(access.location[axis], loop, offsets,
                   facts.insn(access.instruction), inames, facts));
  }
  return result;
}

static bool areAlike(const std::vector<Spread> &axis) {
  return llvm::all_of(axis, [&](const Spread &use) {
    return !use.iname.empty() && use.offset == axis.front().offset;
  });
}

// The inames that only some uses of an array have.
static std::set<std::string>
misaligned(const std::map<std::string, ArrayUses> &all) {
  std::set<std::string> result;
  for (const auto &[name, uses] : all)
    for (const std::vector<Spread> &axis : uses.axes)
      if (!areAlike(axis))
        for (const Spread &use : axis)
          if (!use.iname.empty())
            result.insert(use.iname);
  return result;
}

// Do all arrays but those of which work-items use elements of their own fit in
// each work-item's memory?
static bool restFits(const std::map<std::string, ArrayUses> &all,
                     bool (*isShared)(const ArrayUses &)) {
  int64_t bytes = 0;
  for (const auto &[name, uses] : all) {
    if (isShared(uses))
      continue;
    if (!uses.isSmall)
      return false;
    bytes += uses.bytes;
  }
  return bytes <= mostPrivateBytes;
}

static std::set<std::string> inamesBehind(const std::vector<Band> &bands,
                                          size_t common) {
  std::set<std::string> result;
  for (const Band &band : bands)
    for (size_t at = common; at < band.size(); ++at)
      result.insert(band[at]->iname);
  return result;
}

bool loopyc::alignBands(std::vector<Band> &bands, size_t common,
                        LoopFacts &facts) {
  const LoopNest &top = *bands.front().front();
  while (true) {
    auto uses = usesOf(top, inamesBehind(bands, common), Offsets::Fixed, facts);
    std::set<std::string> apart = misaligned(uses);
    if (apart.empty())
      return restFits(uses, [](const ArrayUses &array) {
        return llvm::any_of(array.axes, areAlike);
      });
    for (Band &band : bands) {
      llvm::erase_if(band, [&](const LoopNest *loop) {
        return apart.count(loop->iname) > 0;
      });
      if (band.size() <= common)
        return false;
    }
  }
}

bool loopyc::sharesLargeCopies(const LoopNest &loop,
                               const std::vector<Band> &items,
                               LoopFacts &facts) {
  std::set<std::string> inames = inamesBehind(items, 0);
  return restFits(
      usesOf(loop, inames, Offsets::Scalars, facts), [](const ArrayUses &uses) {
        for (size_t use = 0; use < uses.axes.front().size(); ++use)
          if (llvm::none_of(uses.axes, [&](const std::vector<Spread> &axis) {
                return !axis[use].iname.empty();
              }))
            return false;
        return true;
      });
}
