#include "loopyc/Transform/ReferenceOrder.h"

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

using namespace loopyc;

static int64_t positionAt(const ReferenceTime &time, size_t i) {
  return i < time.size() ? asInteger(time[i]).value_or(0) : 0;
}

static bool mentionsOnly(const Expr &e, const Kernel &kernel,
                         const std::set<std::string> &inames) {
  bool only = true;
  walk(e, [&](const Expr &node) {
    if (const auto *var = node.getIf<VarRef>())
      only = only && (inames.count(var->name) || !kernel.hasIname(var->name));
    return only;
  });
  return only;
}

namespace {

class Placer {
public:
  Placer(Kernel &kernel, const std::vector<int> &others,
         const std::vector<std::string> &inames)
      : kernel(kernel), others(others), order(inames),
        inames(inames.begin(), inames.end()) {}

  void openTiles() {
    size_t depth = commonDepth();
    if (depth + 1 >= first().size() || !haveOneLoop(depth))
      return;
    const Expr time = first()[depth + 1];
    std::optional<Tiles> tiles = tilesOf(time);
    if (!tiles)
      return;
    keepLifetimes(depth);
    for (InstructionPtr &insn : kernel.instructions)
      if (isInside(insn->time, depth))
        open(insn, depth, time, *tiles);
  }

  ReferenceTime run(bool before) {
    size_t depth = commonDepth();
    int64_t at = edge(depth, before);
    shift(depth, before ? at : at + 1);
    return timeAt(depth, before ? at : at + 1);
  }

private:
  const ReferenceTime &timeOf(int i) const {
    return kernel.instructions[i]->time;
  }
  const ReferenceTime &first() const { return timeOf(others.front()); }

  // The number of leading components that all of the others have in common
  // and that are known inside the loops of the new instruction; even.
  size_t commonDepth() const {
    size_t depth = 0;
    for (;; depth += 2) {
      if (depth + 1 >= first().size())
        return depth;
      for (int i : others) {
        const ReferenceTime &time = timeOf(i);
        if (depth + 1 >= time.size() ||
            positionAt(time, depth) != positionAt(first(), depth) ||
            time[depth + 1] != first()[depth + 1])
          return depth;
      }
      if (!mentionsOnly(first()[depth + 1], kernel, inames))
        return depth;
    }
  }

  // --- tiles

  // length*tile + start + inner, with 0 <= inner < length
  struct Tiles {
    Expr tile, start, inner;
    int64_t length = 0;
  };

  bool isInside(const ReferenceTime &time, size_t depth) const {
    return time.size() > depth + 1 && sharesPath(time, depth + 2);
  }

  bool haveOneLoop(size_t depth) const {
    return std::all_of(others.begin(), others.end(), [&](int i) {
      return isInside(timeOf(i), depth) &&
             timeOf(i)[depth + 1] == first()[depth + 1];
    });
  }

  std::optional<Tiles> tilesOf(const Expr &time) const {
    std::set<std::string> names, arrays;
    collectNames(time, names, arrays);
    Substitution noTile, noInner;
    for (const std::string &name : names)
      if (kernel.hasIname(name))
        (inames.count(name) ? noTile : noInner)[name] = Expr::integer(0);
    Tiles tiles;
    tiles.inner = fold(substitute(time, noTile));
    tiles.start = fold(substitute(tiles.inner, noInner));
    tiles.inner = fold(tiles.inner - tiles.start);
    Expr whole = fold(time - tiles.inner - tiles.start); // length*tile
    std::map<std::string, int64_t> factors;
    for (const auto &[name, zero] : noTile) {
      auto factor =
          asInteger(fold(substitute(whole, {{name, Expr::integer(1)}}) -
                         substitute(whole, {{name, zero}})));
      if (!factor)
        return std::nullopt;
      factors[name] = *factor;
      tiles.length = std::gcd(tiles.length, *factor);
    }
    if (!mentionsOnly(whole, kernel, inames) || tiles.length == 0 ||
        !isWithin(tiles.inner, tiles.length))
      return std::nullopt;
    tiles.tile = Expr::integer(0);
    for (const auto &[name, factor] : factors)
      tiles.tile = fold(tiles.tile + Expr::var(name) * Expr::integer(
                                                           factor /
                                                           tiles.length));
    return tiles;
  }

  // 0 <= e < length, wherever its inames run?
  bool isWithin(const Expr &e, int64_t length) const {
    auto value = toAffine(e);
    std::set<std::string> names, arrays;
    collectNames(e, names, arrays);
    std::vector<std::string> loops;
    for (const std::string &name : names)
      if (kernel.hasIname(name))
        loops.push_back(name);
    if (!value || loops.empty())
      return false;
    poly::Set domain =
        DomainIndex(kernel).instances(loops).flat().intersect(
            kernel.assumptions);
    return domain.isSubset(
        value->ge(poly::PwAff::constant(0))
            .intersect(value->lt(poly::PwAff::constant(length))));
  }

  // What begins with each iteration of the loop is within one more.
  void keepLifetimes(size_t depth) {
    std::set<std::string> outside;
    for (const AccessInfo &access : collectAccesses(kernel))
      if (!isInside(timeOf(access.instruction), depth))
        outside.insert(access.variable);
    for (VariablePtr &temp : kernel.temporaries) {
      if (temp->lifetimeLoops <= static_cast<int>(depth / 2) ||
          outside.count(temp->name))
        continue;
      auto longer = std::make_shared<Variable>(*temp);
      ++longer->lifetimeLoops;
      temp = std::move(longer);
    }
  }

  static void open(InstructionPtr &insn, size_t depth, const Expr &time,
                   const Tiles &tiles) {
    auto opened = std::make_shared<Instruction>(*insn);
    Expr &tile = opened->time[depth + 1];
    Expr inner = tiles.inner;
    if (tile == time) {
      tile = tiles.tile;
    } else {
      Expr at = fold(tile - tiles.start), length = Expr::integer(tiles.length);
      tile = Expr::binary(BinaryOp::FloorDiv, at, length);
      inner = Expr::binary(BinaryOp::FloorMod, at, length);
    }
    auto behind = opened->time.begin() + static_cast<int64_t>(depth) + 2;
    opened->time.insert(behind, {Expr::integer(0), inner});
    insn = std::move(opened);
  }

  // --- places

  int64_t edge(size_t depth, bool before) const {
    int64_t at = positionAt(first(), depth);
    for (int i : others) {
      int64_t position = positionAt(timeOf(i), depth);
      at = before ? std::min(at, position) : std::max(at, position);
    }
    return at;
  }

  bool sharesPath(const ReferenceTime &time, size_t depth) const {
    for (size_t i = 0; i < depth; i += 2)
      if (positionAt(time, i) != positionAt(first(), i))
        return false;
    return true;
  }

  // Everything at position `at` or later moves by one.
  void shift(size_t depth, int64_t at) {
    for (InstructionPtr &insn : kernel.instructions) {
      if (!sharesPath(insn->time, depth) || positionAt(insn->time, depth) < at)
        continue;
      auto moved = std::make_shared<Instruction>(*insn);
      while (moved->time.size() <= depth)
        moved->time.push_back(Expr::integer(0));
      moved->time[depth] = Expr::integer(positionAt(insn->time, depth) + 1);
      insn = std::move(moved);
    }
  }

  ReferenceTime timeAt(size_t depth, int64_t position) const {
    ReferenceTime time(first().begin(), first().begin() + depth);
    time.push_back(Expr::integer(position));
    std::set<std::string> known, arrays;
    for (const Expr &component : time)
      collectNames(component, known, arrays);
    for (const std::string &iname : order)
      if (!known.count(iname)) {
        time.push_back(Expr::var(iname));
        time.push_back(Expr::integer(0));
      }
    return time;
  }

  Kernel &kernel;
  const std::vector<int> &others;
  const std::vector<std::string> &order;
  std::set<std::string> inames;
};

} // namespace

ReferenceTime loopyc::placeBefore(Kernel &kernel,
                                  const std::vector<int> &others,
                                  const std::vector<std::string> &inames) {
  return Placer(kernel, others, inames).run(true);
}

void loopyc::openTiles(Kernel &kernel, const std::vector<int> &others,
                       const std::vector<std::string> &inames) {
  Placer(kernel, others, inames).openTiles();
}

ReferenceTime loopyc::placeAfter(Kernel &kernel, const std::vector<int> &others,
                                 const std::vector<std::string> &inames) {
  return Placer(kernel, others, inames).run(false);
}
