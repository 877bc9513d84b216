// How long the sums are that --check compares.
#include "../../lib/Check/SumLengths.h"
#include "../TestKernel.h"

using namespace loopyc;
using namespace loopyc::check;

namespace {

// s = 0; for i: s = s + a[i]*b[i]
TestKernel dot() {
  TestKernel k("dot");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("a", {"n"}).array("b", {"n"}).array("s", {});
  k.insn("zero", {}, "s = 0.0d0", {0});
  k.insn("add", {"i"}, "s = s + a[i]*b[i]", {1, "i", 0});
  return k;
}

// for i: y[i] = 0; for j: y[i] = y[i] + a[i, j]*x[j]
TestKernel product() {
  TestKernel k("product");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.domain("[m] -> { [j] : 0 <= j < m }");
  k.array("a", {"n", "m"}).array("x", {"m"}).array("y", {"n"});
  k.insn("zero", {"i"}, "y[i] = 0.0d0", {0, "i", 0});
  k.insn("add", {"i", "j"}, "y[i] = y[i] + a[i, j]*x[j]", {0, "i", 1, "j", 0});
  return k;
}

} // namespace

TEST(SumLengths, AreIterationsThatMeetInAnElement) {
  TestKernel sum = dot(), rows = product();
  EXPECT_EQ(SumLengths(sum.kernel).terms({{"n", 100}})["s"], 100);
  EXPECT_EQ(SumLengths(rows.kernel).terms({{"n", 7}, {"m", 9}})["y"], 9);
  EXPECT_EQ(SumLengths(rows.kernel).terms({{"n", 7}, {"m", 9}})["x"], 0);
}

TEST(SumLengths, AreAllIterationsWhereDataSayTheElement) {
  TestKernel k("scatter");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("h", {"n"}).array("ix", {"n"}, Type::integer(4)).array("w", {"n"});
  k.insn("add", {"i"}, "h[ix[i]] = h[ix[i]] + w[i]", {0, "i", 0});
  EXPECT_EQ(SumLengths(k.kernel).terms({{"n", 50}})["h"], 50);
}

TEST(SumLengths, ThoseOfWhatAResultIsMadeOfCount) {
  TestKernel k = product();
  k.array("z", {"n"});
  k.insn("use", {"i"}, "z[i] = 2.0d0*y[i]", {0, "i", 2});
  SumLengths lengths(k.kernel);
  EXPECT_EQ(lengths.terms({{"n", 7}, {"m", 9}})["z"], 9);
  EXPECT_FALSE(lengths.isPlainSum("z"));
}

TEST(SumLengths, APlainSumIsMadeOfInputs) {
  TestKernel sum = dot();
  EXPECT_TRUE(SumLengths(sum.kernel).isPlainSum("s"));
  EXPECT_FALSE(SumLengths(sum.kernel).isPlainSum("a"));
  TestKernel k = product();
  k.array("t", {});
  k.insn("sum", {"i"}, "t = t + y[i]", {0, "i", 2});
  EXPECT_TRUE(SumLengths(k.kernel).isPlainSum("y"));
  EXPECT_FALSE(SumLengths(k.kernel).isPlainSum("t"));
}

TEST(SumLengths, RoundingGrowsWithTheRootOfTheirNumber) {
  const double u = 0x1p-53;
  EXPECT_DOUBLE_EQ(roundingOfSum(4e6, false, u),
                   2 * roundingOfSum(1e6, false, u));
  EXPECT_EQ(roundingOfSum(0, false, u), 0);
  // Far less than a fixed tolerance, for a plain sum.
  EXPECT_LT(roundingOfSum(1e4, true, u), 1e-12);
}
