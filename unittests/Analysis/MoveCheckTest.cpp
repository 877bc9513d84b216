#include "../TestKernel.h"
#include "loopyc/Analysis/ReferenceTimes.h"

#include <gtest/gtest.h>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

namespace {

// for i: {t = x[i] + x[i + 1];  x[i + 1] = 0;  for j: y[j, i] = t}
class MoveCheckTest : public ::testing::Test {
protected:
  MoveCheckTest() : k("moves") {
    k.domain("[n] -> { [i] : 0 <= i < n }").domain("{ [j] : 0 <= j < 4 }");
    k.array("x", {"n + 1"}).array("y", {"4", "n"}).array("z", {"n + 1"});
    k.temporary("t");
    k.insn("make", {"i"}, "t = x[i] + x[i + 1]", {0, "i", 0});
    k.insn("clear", {"i"}, "x[i + 1] = 0.0d0", {0, "i", 1});
    k.insn("use", {"i", "j"}, "y[j, i] = t", {0, "i", 2, "j", 0});
  }

  Expr expr(const std::string &text) const {
    return parseExpr(text, resolverOf(k.kernel));
  }

  ReferenceTime time(const std::vector<std::string> &parts) const {
    ReferenceTime result;
    for (const std::string &part : parts)
      result.push_back(expr(part));
    return result;
  }

  // Evaluated at `earlier` for a use in the same iteration of i at `later`.
  std::optional<Clobber> moved(const std::string &value,
                               const std::vector<std::string> &earlier,
                               const std::vector<std::string> &later) {
    Move move{time(earlier), time(later), InstanceSets(k.kernel).of(2)};
    return MoveCheck(k.kernel).clobbered(expr(value), move);
  }

  TestKernel k;
};

TEST_F(MoveCheckTest, AWriteInBetweenClobbers) {
  auto found =
      moved("z[i] + x[i + 1]", {"0", "i", "0"}, {"0", "i", "2", "j", "0"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->writer, 1);
  EXPECT_EQ(found->reference.str(), "x[i + 1]");
  EXPECT_TRUE(found->pairs.contains(
      {{"n", 3}, {"i", 1}, {"i''", 1}, {"j", 0}}));
  EXPECT_FALSE(found->pairs.contains(
      {{"n", 3}, {"i", 1}, {"i''", 0}, {"j", 0}}));
}

TEST_F(MoveCheckTest, OtherElementsAndOtherTimesDoNot) {
  EXPECT_FALSE(moved("x[i]", {"0", "i", "0"}, {"0", "i", "2", "j", "0"}));
  EXPECT_FALSE(moved("z[i]", {"0", "i", "0"}, {"0", "i", "2", "j", "0"}));
  // Behind the write; the use itself reads the same.
  EXPECT_FALSE(moved("x[i + 1]", {"0", "i", "2"}, {"0", "i", "2", "j", "0"}));
}

TEST_F(MoveCheckTest, BeforeTheLoopOneIterationSpoilsTheNext) {
  auto found = moved("x[i]", {"0"}, {"0", "i", "0"});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->pairs.contains(
      {{"n", 3}, {"i", 2}, {"i''", 1}, {"j", 0}}));
  EXPECT_FALSE(found->pairs.contains(
      {{"n", 3}, {"i", 2}, {"i''", 2}, {"j", 0}}));
}

// What `clear` assigns cannot be computed again from what it has overwritten.
TEST_F(MoveCheckTest, AnInstructionMaySpoilWhatItReads) {
  EXPECT_TRUE(
      moved("x[i + 1] + 1.0d0", {"0", "i", "1"}, {"0", "i", "2", "j", "0"}));
}

TEST_F(MoveCheckTest, AnAddressReadsTheArraysStrides) {
  k.array("m", {}, Type::integer(4)).array("w", {"m", "n"});
  k.insn("resize", {"i"}, "m = m + 1", {0, "i", 3});
  auto found = moved("w[0, i]", {"0", "i", "2"}, {"0", "i", "4"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->reference.str(), "m");
  EXPECT_FALSE(moved("z[i]", {"0", "i", "2"}, {"0", "i", "4"}));
}

TEST_F(MoveCheckTest, WhatIsNotAffineMayBeAnything) {
  k.array("idx", {"n"}, Type::integer(4));
  EXPECT_TRUE(moved("x[idx[i]]", {"0", "i", "0"}, {"0", "i", "2", "j", "0"}));
  EXPECT_FALSE(moved("z[idx[i]]", {"0", "i", "0"}, {"0", "i", "2", "j", "0"}));
}

TEST_F(MoveCheckTest, TimesAreOrderedAsVectors) {
  BoundedAffine affine(k.kernel);
  Set both = timesOrdered(time({"0", "i", "0"}), time({"0", "j", "1"}), false,
                          affine);
  EXPECT_TRUE(both.contains({{"i", 1}, {"j", 1}}));
  EXPECT_TRUE(both.contains({{"i", 0}, {"j", 1}}));
  EXPECT_FALSE(both.contains({{"i", 2}, {"j", 1}}));
  EXPECT_TRUE(timesOrdered(time({"0"}), time({"0"}), true, affine)
                  .isEqual(Set::universe()));
  EXPECT_TRUE(timesOrdered(time({"0"}), time({"0"}), false, affine).isEmpty());
  EXPECT_TRUE(timesOrdered(time({"1"}), time({"0", "i"}), true, affine)
                  .isEmpty());
}

} // namespace
