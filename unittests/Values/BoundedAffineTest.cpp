// Which subscripts tell their inames apart.
#include "loopyc/Values/BoundedAffine.h"

#include "../TestKernel.h"
#include "loopyc/IR/ExprParser.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

bool isInjective(const char *domain, const char *subscript) {
  TestKernel k("k");
  k.domain(domain);
  return BoundedAffine(k.kernel)
      .isInjective(parseExpr(subscript, resolverOf(k.kernel)));
}

const char *const chunks =
    "[n] -> { [o, x] : 0 <= o <= 3 and 0 <= x and "
    "((4*floor(n/4) < n - o and 4x <= n) or "
    "(4*floor(n/4) >= n - o and 4x <= n - 4)) }";

TEST(IsInjective, MixedRadix) {
  const char *tiles = "[n] -> { [o, x] : 0 <= x < 16 and 0 <= 16*o + x < n }";
  EXPECT_TRUE(isInjective(tiles, "16*o + x"));
  EXPECT_TRUE(isInjective(tiles, "x - 16*o + n // 2"));
  EXPECT_FALSE(isInjective(tiles, "15*o + x"));
}

TEST(IsInjective, ChunksInARow) {
  EXPECT_TRUE(isInjective(chunks, "x + o*(n // 4) + min(o, n % 4)"));
  EXPECT_TRUE(isInjective(chunks, "x + o*(n // 4 + 1)"));
}

TEST(IsInjective, ChunksThatOverlap) {
  EXPECT_FALSE(isInjective(chunks, "x + o*(n // 4)"));
  EXPECT_FALSE(isInjective(chunks, "x + o*(n // 5) + min(o, n % 4)"));
  EXPECT_FALSE(isInjective(chunks, "x - o*(n // 4) - min(o, n % 4)"));
}

TEST(IsInjective, RowsOfAnArray) {
  const char *rows = "[n] -> { [i, j] : 0 <= i < 8 and 0 <= j < n }";
  EXPECT_TRUE(isInjective(rows, "j + n*i"));
  EXPECT_FALSE(isInjective(rows, "j + (n - 1)*i"));
  const char *longer = "[n] -> { [i, j] : 0 <= i < 8 and 0 <= j <= n }";
  EXPECT_FALSE(isInjective(longer, "j + n*i"));
}

using Names = std::map<std::string, std::string>;

Names counterparts(const char *domain, const char *a, const char *b) {
  TestKernel k("k");
  k.domain(domain);
  const auto names = resolverOf(k.kernel);
  return BoundedAffine(k.kernel)
      .counterparts(parseExpr(a, names), parseExpr(b, names));
}

const char *const twoTiles =
    "[n, m] -> { [o, x, p, y, z] : 0 <= x < 16 and 0 <= 16*o + x < n and "
    "0 <= y < 16 and 0 <= 16*p + y < m and 1 <= z < 16 }";

TEST(Counterparts, DigitsByOtherNames) {
  EXPECT_EQ(counterparts(twoTiles, "16*o + x + n", "16*p + y + n"),
            (Names{{"o", "p"}, {"x", "y"}}));
  EXPECT_EQ(counterparts(twoTiles, "x - 3", "y - 3"), (Names{{"x", "y"}}));
}

TEST(Counterparts, NoneWhereSomethingElseDiffers) {
  // A shift, a parameter, a sign, a factor, the range of a digit.
  for (const char *other : {"16*p + y + 1", "16*p + y + n", "y - 16*p",
                            "32*p + y", "16*p + z", "16*p"})
    EXPECT_EQ(counterparts(twoTiles, "16*o + x", other), Names()) << other;
}

TEST(Counterparts, NoneWhereDigitsOverlap) {
  EXPECT_EQ(counterparts(twoTiles, "15*o + x", "15*p + y"), Names());
}

} // namespace
