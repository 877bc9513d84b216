// What a reader is told of counts that are too long: bounds, and the terms that
// matter.
#include "loopyc/Poly/PwQPolynomial.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

std::string box(const char *set) {
  Set parsed = Set::parse(set);
  auto result = boxCardinality(parsed, parsed.dims());
  return result ? result->formula().value_or(result->str()) : "none";
}

TEST(BoxCardinality, OneBoundOfEachDimension) {
  EXPECT_EQ(box("[n] -> { [i] : 0 <= i < n }"), "n");
  EXPECT_EQ(box("[n, m] -> { [i] : 0 <= i < n and i < m }"), "m");
  EXPECT_EQ(box("[n] -> { [i, j] : 0 <= i < n and i <= j < n }"), "n^2");
  EXPECT_EQ(box("[n] -> { [i] : 0 <= i < n and i < 10 }"), "10");
}

// Rounding is not, so that it stays a bound.
TEST(BoxCardinality, StridesCountAsIfTheyWereNone) {
  EXPECT_EQ(box("[n] -> { [i] : 0 <= 2i < n }"), "(1/2 + 1/2 * n)");
  EXPECT_EQ(box("[n] -> { [i] : 0 <= i < n and i mod 4 = 0 }"), "n");
}

TEST(BoxCardinality, PartsAddUp) {
  EXPECT_EQ(box("[n, m] -> { [i] : 0 <= i < n or 0 <= i < m }"), "(m + n)");
}

TEST(BoxCardinality, NoneWithoutBounds) {
  EXPECT_EQ(box("[n] -> { [i] : i >= n }"), "none");
  EXPECT_EQ(box("[n] -> { [i] : 1 = 0 }"), "0");
}

TEST(BoxCardinality, IsNoLessThanTheCardinality) {
  for (const char *text :
       {"[n, m] -> { [i, j] : 0 <= i < n and i <= 2j < m + i }",
        "[n, m] -> { [i, j] : 0 <= 3i < n and 0 <= j < m and j <= i }",
        "[n, m] -> { [i, j] : i = 2j + 1 and 0 <= j < n and j <= m }"}) {
    Set set = Set::parse(text);
    PwQPolynomial exact = cardinality(set, set.dims()),
                  bound = *boxCardinality(set, set.dims());
    for (int64_t n = 0; n < 9; ++n)
      for (int64_t m = 0; m < 9; ++m) {
        if (set.fix("n", n).fix("m", m).isEmpty())
          continue;
        double most = std::stod(bound.scaled(6).valueAt({{"n", n}, {"m", m}}));
        EXPECT_LE(6*std::stod(exact.valueAt({{"n", n}, {"m", m}})), most)
            << text << " n = " << n << ", m = " << m;
      }
  }
}

PwQPolynomial countOf(const char *set, const char *facts) {
  Set parsed = Set::parse(set);
  return cardinality(parsed, parsed.dims()).gist(Set::parse(facts));
}

TEST(LeadingTerms, ThoseThatNoOtherIsAMultipleOf) {
  auto count = countOf("[n, m] -> { [i, j] : 0 <= i < n + 2 and 0 <= j <= m }",
                       "[n, m] -> { : n >= 0 and m >= 0 }");
  EXPECT_EQ(count.leadingTerms(), "m * n");
  EXPECT_EQ(count.degree(), 2);
  count = countOf("[n] -> { [i, j] : 0 <= i < n and i <= j < n }",
                  "[n] -> { : n >= 1 }");
  EXPECT_EQ(count.leadingTerms(), "1/2 * n^2");
  EXPECT_EQ(PwQPolynomial::constant(7).leadingTerms(), "7");
  EXPECT_EQ(PwQPolynomial().leadingTerms(), "0");
}

TEST(LeadingTerms, FloorsAsIfTheyWereNone) {
  auto count = countOf("[n] -> { [i, j] : 0 <= 4i < n and 0 <= j < n }",
                       "[n] -> { : n >= 1 }");
  EXPECT_EQ(count.leadingTerms(), "1/4 * n^2");
}

TEST(LeadingTerms, NoneOfSeveralCases) {
  auto count = countOf("[n, m] -> { [i] : 0 <= i < n and i < m }",
                       "[n, m] -> { : n >= 1 and m >= 1 }");
  EXPECT_EQ(count.leadingTerms(), std::nullopt);
  EXPECT_EQ(count.degree(), 1);
}

} // namespace
