// Sets and expressions answer the second time as they did the first.
#include "loopyc/Poly/Dims.h"
#include "loopyc/Poly/Set.h"

#include <gtest/gtest.h>

using namespace loopyc::poly;

namespace {

TEST(Memo, EqualQuestionsHaveOneAnswer) {
  Set s = Set::parse("[n] -> { [i] : 0 <= i < n }");
  Set copy = s;
  EXPECT_EQ(s.project({"n"}).get(), copy.project({"n"}).get());
  EXPECT_EQ(s.intersect(copy).get(), copy.intersect(s).get());
  EXPECT_EQ((PwAff::name("n") + PwAff::constant(1)).get(),
            (PwAff::name("n") + PwAff::constant(1)).get());
}

TEST(Memo, TellsQuestionsApart) {
  Set s = Set::parse("[n] -> { [i, j] : 0 <= i < n and i <= j < 2n }");
  EXPECT_EQ(s.project({"i"}).names(), (Names{"j", "n"}));
  EXPECT_EQ(s.project({"j"}).names(), (Names{"i", "n"}));
  EXPECT_EQ(s.minConst("i"), 0);
  EXPECT_EQ(s.maxConst("i"), std::nullopt);
  EXPECT_TRUE(s.rename({{"i", "k"}}).involves("k"));
  EXPECT_TRUE(s.rename({{"i", "l"}}).involves("l"));
  PwAff n = PwAff::name("n");
  EXPECT_FALSE(n.lt(n.scaled(2)).isEqual(n.scaled(2).lt(n)));
  EXPECT_NE(n.floorDiv(2).str(), n.floorDiv(3).str());
}

// More than a memo holds.
TEST(Memo, ForgetsAndIsAskedAgain) {
  for (int round = 0; round < 2; ++round)
    for (int64_t value = 0; value < 40000; ++value)
      ASSERT_EQ(PwAff::constant(value).asConstant(), value);
}

// isl may sort the pieces of what it simplifies in all copies.
TEST(Memo, SimplifyingLeavesTheOriginalsPieces) {
  PwAff n = PwAff::name("n");
  auto made = [&](const PwAff &size) {
    return size.max(PwAff::constant(7)).str();
  };
  PwAff zero = PwAff::constant(0);
  Set positive = n.ge(PwAff::constant(1));
  PwAff size = PwAff::select(positive, n, zero);
  size.gist(Set::universe());
  PwAff other = PwAff::select(positive.intersect(Set::universe()), n, zero);
  EXPECT_EQ(made(size), made(other));
}

TEST(Dims, AreNoParameters) {
  Set s = Set::parse("[n] -> { [i] : 0 <= i < n }");
  EXPECT_TRUE(hasDim(s, "i"));
  EXPECT_FALSE(hasDim(s, "n"));
  EXPECT_FALSE(hasDim(s.flat(), "i"));
}

} // namespace
