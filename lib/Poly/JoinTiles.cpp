#include "JoinTiles.h"

#include "LinearForm.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

// stride*outer + inner
struct Tile {
  std::string outer, inner;
  int64_t stride = 0;

  auto operator<=>(const Tile &other) const = default;
};

// A set whose names are all on a par, with its conditions.
struct FlatSet {
  explicit FlatSet(const Set &given)
      : set(given.flat()), parts(liftedParts(set, "div#")) {}

  Set set;
  std::vector<LiftedPolyhedron> parts;
};

// What makes counting long: cases, and what rounds.
struct Complexity {
  size_t parts = 0, divisions = 0;
  int64_t factors = 0; // the sum of their magnitudes

  bool isBelow(const Complexity &other) const {
    return parts <= other.parts && divisions <= other.divisions &&
           factors < other.factors;
  }
};

// The dimensions with constant bounds, and how many integers lie in them.
using Lengths = std::map<std::string, int64_t>;

} // namespace

static Complexity complexityOf(const FlatSet &flat) {
  Complexity result;
  result.parts = flat.parts.size();
  for (const LiftedPolyhedron &part : flat.parts) {
    result.divisions += part.divisions.size();
    for (const auto *list :
         {&part.polyhedron.equalities, &part.polyhedron.inequalities})
      for (const LinearForm &form : *list)
        for (const auto &[name, factor] : form.terms)
          result.factors = checkedAdd(result.factors, std::abs(factor));
  }
  return result;
}

static Lengths constantLengths(const FlatSet &flat, const Names &dims) {
  Lengths lengths;
  for (const std::string &dim : dims)
    if (auto low = flat.set.minConst(dim), high = flat.set.maxConst(dim);
        low && high)
      lengths[dim] = checkedAdd(checkedAdd(*high, 1), -*low);
  return lengths;
}

// Those that a condition speaks of: its factors tell the stride, unless they
// are those of a remainder ((4o + x) mod 3 is (o + x) mod 3).
static void addTiles(const LinearForm &form, const Names &dims,
                     const Lengths &lengths, std::set<Tile> &tiles) {
  for (const auto &[inner, length] : lengths)
    for (const std::string &outer : dims) {
      int64_t x = form.coefficient(inner), o = form.coefficient(outer);
      if (inner == outer || length < 2 || x == 0 || o == 0)
        continue;
      for (int64_t stride : {o / x, length, -length})
        if (std::abs(stride) >= length)
          tiles.insert({outer, inner, stride});
    }
}

static std::set<Tile> tilesIn(const FlatSet &flat, const Names &dims) {
  Lengths lengths = constantLengths(flat, dims);
  std::set<Tile> tiles;
  for (const LiftedPolyhedron &part : flat.parts)
    for (const auto *list :
         {&part.polyhedron.equalities, &part.polyhedron.inequalities})
      for (const LinearForm &form : *list)
        addTiles(form, dims, lengths, tiles);
  return tiles;
}

static FlatSet joined(const FlatSet &flat, const Tile &tile) {
  const std::string sum = "tile#";
  PwAff value =
      PwAff::name(tile.inner) + PwAff::name(tile.outer).scaled(tile.stride);
  return FlatSet(flat.set.intersect(PwAff::name(sum).eq(value))
                     .project({tile.inner, tile.outer})
                     .rename({{sum, tile.inner}}));
}

namespace {

struct Joined {
  FlatSet image;
  Names dims;
};

} // namespace

// The simplest set that joining one tile makes, if it is simpler.
static std::optional<Joined> joinOne(const FlatSet &flat, const Names &dims) {
  Complexity least = complexityOf(flat);
  std::optional<Joined> best;
  for (const Tile &tile : tilesIn(flat, dims)) {
    FlatSet image = joined(flat, tile);
    Complexity complexity = complexityOf(image);
    if (!complexity.isBelow(least))
      continue;
    least = complexity;
    best = Joined{std::move(image), dims};
    std::erase(best->dims, tile.outer);
  }
  return best;
}

void poly::joinTiles(Set &set, Names &dims) {
  FlatSet flat(set);
  while (std::optional<Joined> next = joinOne(flat, dims)) {
    flat = std::move(next->image);
    dims = std::move(next->dims);
  }
  set = flat.set;
}
