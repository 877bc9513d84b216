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

} // namespace
