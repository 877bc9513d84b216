// Counts, compared with counting point by point.
#include "loopyc/Poly/PwQPolynomial.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>
#include <random>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

// The points of a set whose parameters have values, one by one.
int64_t enumerated(const Set &set, Names dims) {
  if (set.isEmpty())
    return 0;
  if (dims.empty())
    return 1;
  std::string dim = dims.back();
  dims.pop_back();
  int64_t count = 0;
  for (int64_t v = *set.minConst(dim); v <= *set.maxConst(dim); ++v)
    count += enumerated(set.fix(dim, v), dims);
  return count;
}

// Every point with `low <= name <= high`.
std::vector<Point> grid(const Names &names, int64_t low, int64_t high) {
  std::vector<Point> points = {{}};
  for (const std::string &name : names) {
    std::vector<Point> longer;
    for (const Point &point : points)
      for (int64_t v = low; v <= high; ++v) {
        longer.push_back(point);
        longer.back()[name] = v;
      }
    points = std::move(longer);
  }
  return points;
}

struct Sample {
  const char *name;
  const char *set;
  int64_t low, high; // of each parameter
};

void PrintTo(const Sample &sample, std::ostream *out) { *out << sample.name; }

class Cardinality : public testing::TestWithParam<Sample> {};

void expectEnumerated(const Set &set, int64_t low, int64_t high) {
  PwQPolynomial count = cardinality(set, set.dims());
  for (const Point &point : grid(set.params(), low, high)) {
    Set fixed = set.flat();
    for (const auto &[name, value] : point)
      fixed = fixed.fix(name, value);
    EXPECT_EQ(count.valueAt(point),
              std::to_string(enumerated(fixed, set.dims())))
        << "for " << set.str() << " at " << testing::PrintToString(point);
  }
}

TEST_P(Cardinality, IsWhatEnumerationFinds) {
  expectEnumerated(Set::parse(GetParam().set), GetParam().low,
                   GetParam().high);
}

const Sample samples[] = {
    {"Interval", "[n] -> { [i] : 0 <= i < n }", -3, 9},
    {"TwoEnds", "[a, b] -> { [i] : a <= i <= b }", -4, 4},
    {"Triangle", "[n] -> { [i, j] : 0 <= j <= i < n }", -2, 8},
    {"Tetrahedron", "[n] -> { [i, j, k] : 0 <= k < j <= i < n }", -1, 6},
    {"Trapezoid", "[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m and "
                  "j <= i + 2 }", -1, 6},
    {"Halves", "[n] -> { [i] : 0 <= 2i < n }", -3, 12},
    {"Modulo", "[n] -> { [i] : 0 <= i < n and i mod 3 = 1 }", -2, 14},
    {"NotDivisible", "[n] -> { [i] : 0 <= i < n and i mod 4 != 2 }", -2, 14},
    {"Checkerboard", "[n] -> { [i, j] : 0 <= i < n and 0 <= j < n and "
                     "(i + j) mod 2 = 0 }", -1, 7},
    {"Tile", "[n] -> { [o, x] : 0 <= x < 16 and 0 <= 16o + x < n }", -3, 70},
    {"TileFromZero", "[n] -> { [o, x] : 0 <= x < 5 and 0 <= o and "
                     "5o + x < n }", -3, 23},
    {"TileBackward", "[n] -> { [o, x] : 0 <= x < 5 and "
                     "0 <= x - 5o < n }", -3, 23},
    {"TileShifted", "[n] -> { [o, x] : 3 <= x < 7 and 0 <= 4o + x < n and "
                    "o < 4 }", -3, 23},
    {"TileOfTile", "[n] -> { [a, b, c] : 0 <= a < 4 and 0 <= b < 3 and "
                   "0 <= 12c + 4b + a < n }", -3, 40},
    {"TileTriangle", "[n] -> { [o, x, j] : 0 <= x < 3 and 0 <= 3o + x < n "
                     "and 0 <= j <= 3o + x }", -2, 10},
    {"TileTruncated", "[n] -> { [o, x] : 0 <= x < 3 and 0 <= 4o + x < n }", -2,
     14},
    {"TileCoupled", "[n] -> { [o, x] : 0 <= x < 4 and 0 <= 4o + x < n and "
                    "o <= x }", -2, 24},
    {"TilesOfTwo", "[n, m] -> { [io, ii, jo, ji] : 0 <= ii < 3 and "
                   "0 <= 3io + ii < n and 0 <= ji < 2 and 0 <= 2jo + ji < m }",
     -1, 5},
    {"TilesCoupled", "[n] -> { [io, ii, jo, ji] : 0 <= ii < 2 and "
                     "0 <= 2io + ii < n and 0 <= ji < 2 and 0 <= jo and "
                     "2jo + ji <= 2io + ii }", -1, 6},
    {"Groups", "[n] -> { [o] : exists x : 0 <= x < 16 and 0 <= 16o + x < n }",
     -3, 50},
    {"FloorBound", "[n] -> { [i, j] : 0 <= i < n and 0 <= 3j <= i }", -2, 11},
    {"FloorOfParameter", "[n] -> { [i] : 0 <= i < floor(n/4) }", -3, 14},
    {"CeilingOfFloor", "[n] -> { [g, l] : 0 <= l < 4 and "
                       "0 <= g <= floor((n - 1)/4) and 4g + l < n }", -3, 14},
    {"Divisible", "[n] -> { [o, x] : 0 <= x < 4 and 0 <= 4o + x < n and "
                  "n mod 4 = 0 }", -4, 17},
    {"Diophantine", "[n] -> { [i, j] : 0 <= i and 0 <= j and 2i + 3j = n }",
     -2, 14},
    {"DiophantineOfThree", "[n] -> { [i, j, k] : 0 <= i and 0 <= j and "
                           "0 <= k and 6i + 10j + 15k = n }", 28, 62},
    {"Coins", "[n] -> { [i, j] : 0 <= i and 0 <= j and 2i + 3j <= n }", -2,
     13},
    {"SkewedBounds", "[n] -> { [i, j] : 0 <= i and 0 <= j and 2i + j <= n "
                     "and i + 2j <= n }", -2, 12},
    {"Diamond", "[n] -> { [i, j] : -n <= i + j <= n and -n <= i - j <= n }",
     -1, 5},
    {"Minimum", "[n, m] -> { [i] : 0 <= i and i < n and i < m and i < 4 }", -1,
     6},
    {"Maximum", "[n, m] -> { [i] : i >= n and i >= -m and i <= 5 }", -4, 6},
    {"Union", "[n, m] -> { [i] : 0 <= i < n or 2 <= i < m }", -1, 6},
    {"UnionOfPlanes", "[n] -> { [i, j] : (0 <= i < n and j = 0) or "
                      "(i = 0 and 0 <= j < n) or (i = j and 0 <= i < 3) }",
     -1, 6},
    {"Difference", "[n] -> { [i, j] : 0 <= i < n and 0 <= j < n and i != j }",
     -1, 6},
    {"Existential", "[n] -> { [i] : exists a, b : i = 4a + 6b and 0 <= a < n "
                    "and 0 <= b < 3 }", -1, 6},
    {"FloorsInFloors",
     "[n, m] -> { [i, a, k] : 0 <= i <= n and 0 <= a <= 2 + m - i and a < m "
     "and k >= 0 and ((i >= 3 and 2k <= -3 + i + a and "
     "(2i + a - 2) mod 3 = 1) or (i <= 2 and 2k <= a and "
     "(i + a + 1) mod 3 = 1)) }", 1, 12},
    {"ConstantBox", "{ [i, j] : 0 <= i < 5 and 1 <= j < 4 }", 0, 0},
    {"ConstantPolygon", "{ [i, j] : 0 <= i and 0 <= j and 3i + 7j <= 40 and "
                        "5i + 2j <= 31 }", 0, 0},
    {"Empty", "[n] -> { [i] : 0 <= i < n and i < 0 }", -2, 2},
    {"Everything", "[n] -> { [] : n >= 2 }", 0, 4},
};

INSTANTIATE_TEST_SUITE_P(
    Samples, Cardinality, testing::ValuesIn(samples),
    [](const auto &info) { return std::string(info.param.name); });

// Nests whose dimensions are split, as split_iname does it.
const Sample nests[] = {
    {"Triangle", "[n] -> { [i, j] : 0 <= j <= i < n }", 0, 7},
    {"Stairs", "[n] -> { [i, j] : 0 <= i < n and 0 <= 3j <= 2i }", 0, 7},
    {"Strided", "[n] -> { [i, j] : 0 <= i < n and i mod 2 = 0 and "
                "i <= j < n and j mod 3 = 1 }", 0, 9},
    {"Diagonals", "[n] -> { [i, j] : 0 <= i < n and 0 <= j < n and "
                  "(i + j) mod 3 = 1 }", 0, 7},
    {"SteepDiagonals", "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i and "
                       "(2i + 5j) mod 7 = 2 }", 0, 9},
    {"Backward", "[n] -> { [i, j] : -n < i <= 0 and i <= j <= -2i }", 0, 5},
    {"TwoParts", "[n] -> { [i, j] : 0 <= i < n and ((i >= 3 and 0 <= j < i) "
                 "or (i <= 2 and 0 <= 2j <= n)) }", 0, 8},
    {"UnlikeParts", "[n] -> { [i, j] : (0 <= i < n and 0 <= j < n and "
                    "(i + j) mod 2 = 0) or (0 <= i <= 3 and j = i + n) }",
     0, 6},
    {"Hole", "[n] -> { [i, j] : 0 <= i < n and 0 <= j < n and i != j }", 0, 6},
    {"Existential", "[n] -> { [i, j] : exists e : 5e <= i <= 5e + 2 and "
                    "0 <= j <= e and i < n }", 0, 12},
    {"Even", "[n] -> { [i, j] : 0 <= i < n and n mod 4 = 0 and 0 <= j <= i }",
     0, 12},
    {"Fixed", "[n] -> { [i, j] : 0 <= i < 10 and i <= j < n }", 6, 9},
};

// dim = size*outer + inner
Set tiled(const Set &set, const std::string &dim, int64_t size,
          const std::string &outer, const std::string &inner) {
  PwAff x = PwAff::name(inner);
  PwAff value = PwAff::name(outer).scaled(size) + x;
  Names dims;
  for (const std::string &old : set.dims())
    if (old != dim)
      dims.push_back(old);
  dims.insert(dims.end(), {outer, inner});
  return set.flat()
      .intersect(PwAff::name(dim).eq(value))
      .intersect(x.ge(PwAff::constant(0)))
      .intersect(x.lt(PwAff::constant(size)))
      .project({dim})
      .withDims(dims);
}

class CardinalityOfTiles : public testing::TestWithParam<Sample> {
protected:
  void SetUp() override {
    nest = Set::parse(GetParam().set);
    for (int64_t n = GetParam().low; n <= GetParam().high; ++n)
      wanted.push_back(
          std::to_string(enumerated(nest.flat().fix("n", n), nest.dims())));
  }

  void expectSameCount(const Set &set) {
    PwQPolynomial count = cardinality(set, set.dims());
    for (size_t k = 0; k < wanted.size(); ++k) {
      int64_t n = GetParam().low + k;
      EXPECT_EQ(count.valueAt({{"n", n}}), wanted[k])
          << "for " << set.str() << " at n = " << n;
    }
  }

  Set nest;
  std::vector<std::string> wanted; // from n = low on
};

TEST_P(CardinalityOfTiles, OneLoop) {
  for (int64_t size : {2, 3, 4, 5, 16})
    for (const char *dim : {"i", "j"}) {
      expectSameCount(tiled(nest, dim, size, "o", "x"));
      expectSameCount(tiled(nest, dim, size, "x", "a"));
    }
}

TEST_P(CardinalityOfTiles, TwoLoops) {
  for (int64_t size : {2, 4, 7}) {
    Set rows = tiled(nest, "i", size, "io", "ii");
    expectSameCount(tiled(rows, "j", 3, "jo", "ji"));
    expectSameCount(tiled(rows, "j", size, "a", "z"));
  }
}

TEST_P(CardinalityOfTiles, TilesOfTiles) {
  Set once = tiled(nest, "i", 6, "o", "x");
  expectSameCount(tiled(once, "x", 3, "y", "z"));
  expectSameCount(tiled(once, "x", 4, "y", "a")); // not all of them full
  expectSameCount(tiled(once, "o", 2, "p", "q"));
  Set twice = tiled(tiled(once, "o", 3, "p", "q"), "x", 2, "y", "z");
  expectSameCount(tiled(twice, "j", 4, "jo", "ji"));
}

INSTANTIATE_TEST_SUITE_P(
    Nests, CardinalityOfTiles, testing::ValuesIn(nests),
    [](const auto &info) { return std::string(info.param.name); });

std::string countOf(const std::string &text) {
  Set set = Set::parse(text);
  return cardinality(set, set.dims()).str();
}

TEST(CardinalityText, SplitLoopsCountAsTheLoopTheyWere) {
  EXPECT_EQ(countOf("[n] -> { [o, x] : 0 <= x < 16 and 0 <= 16o + x < n }"),
            "[n] -> { n : n > 0 }");
  EXPECT_EQ(countOf("[n] -> { [a, b, c] : 0 <= a < 4 and 0 <= b < 4 and "
                    "0 <= 16c + 4b + a < n }"),
            "[n] -> { n : n > 0 }");
}

TEST(CardinalityText, DivisibleSizesNeedNoFloor) {
  EXPECT_EQ(countOf("[n] -> { [o, x] : 0 <= x < 16 and 0 <= o and 16o < n and "
                    "n mod 16 = 0 }"),
            "[n] -> { n : (n) mod 16 = 0 and n >= 16 }");
}

TEST(CardinalityText, ConstantsAreConstant) {
  EXPECT_EQ(countOf("{ [i, j, k] : 0 <= i < 50 and 1 <= k < 98 and "
                    "0 <= j < 10 }"),
            "{ 48500 }");
  Set empty = Set::parse("{ [i] : 1 <= 2i <= 1 }");
  EXPECT_EQ(cardinality(empty, {"i"}).asConstant(), 0);
}

TEST(CardinalityText, DimensionsMayBeChosen) {
  Set set = Set::parse("[n] -> { [i, j] : 0 <= j <= i < n }");
  PwQPolynomial row = cardinality(set, {"j"});
  EXPECT_EQ(row.names(), (Names{"i", "n"}));
  EXPECT_EQ(row.valueAt({{"n", 9}, {"i", 5}}), "6");
  EXPECT_EQ(row.valueAt({{"n", 5}, {"i", 5}}), "0");
}

// Polygons in a box that move with the parameter, some of them on a lattice.
TEST(CardinalityOfRandomSets, IsWhatEnumerationFinds) {
  std::minstd_rand random(1);
  auto between = [&](int low, int high) {
    return std::to_string(low + int(random() % (high - low + 1)));
  };
  for (int round = 0; round < 60; ++round) {
    std::string text = "[n] -> { [i, j] : -2 <= i <= 4 and 0 <= j <= 5";
    for (int c = 0; c < 3; ++c)
      text += " and " + between(-3, 3) + "i + " + between(-3, 3) + "j + " +
              between(-2, 2) + "n + " + between(-4, 8) + " >= 0";
    if (round % 3 == 0)
      text += " and (i + " + between(0, 4) + "j + " + between(0, 1) +
              "n) mod " + between(2, 5) + " = 1";
    expectEnumerated(Set::parse(text + " }"), -3, 5);
  }
}

TEST(Cardinality, UnboundedIsAUserError) {
  EXPECT_THROW(countOf("[n] -> { [i] : i >= n }"), UserError);
  EXPECT_THROW(countOf("[n] -> { [i, j] : i = 2j }"), UserError);
}

TEST(Cardinality, TooManyCasesIsAUserError) {
  EXPECT_THROW(countOf("[n] -> { [i, j, k] : 0 <= i and 0 <= j and 0 <= k and "
                       "101i + 103j + 107k <= n and "
                       "109i + 113j + 127k <= n }"),
               UserError);
}

TEST(PwQPolynomial, Arithmetic) {
  PwQPolynomial n = PwQPolynomial::from(PwAff::name("n"));
  PwQPolynomial m = PwQPolynomial::from(PwAff::name("m"));
  PwQPolynomial value = (n * m).scaled(2) + PwQPolynomial::constant(1);
  EXPECT_EQ(value.valueAt({{"n", 3}, {"m", 5}}), "31");
  EXPECT_FALSE(value.asConstant());
  EXPECT_TRUE((n + n.scaled(-1)).isZero());
  EXPECT_EQ((n + n).dividedBy(4).valueAt({{"n", 3}}), "3/2");
}

TEST(PwQPolynomial, ValuesHaveNoLimit) {
  PwQPolynomial n = PwQPolynomial::from(PwAff::name("n"));
  EXPECT_EQ((n * n * n).valueAt({{"n", 10000000}}), "1000000000000000000000");
}

TEST(PwQPolynomial, AValueIsNeededForEachName) {
  PwQPolynomial n = PwQPolynomial::from(PwAff::name("n"));
  EXPECT_THROW(n.valueAt({{"m", 1}}), UserError);
}

} // namespace
