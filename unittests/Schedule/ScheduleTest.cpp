#include "../Scheduling.h"
#include "../TestKernel.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

std::string errorOf(const Kernel &kernel) {
  try {
    scheduleAlone(kernel);
  } catch (const UserError &error) {
    return error.what();
  }
  return "";
}

// Writing a(i), i = 1..16, and reading a(j), j = 0..15, both on l.0.
TEST(Schedule, ShiftedReadGetsOneBarrier) {
  TestKernel k("shift");
  k.domain("{ [i] : 0 <= i < 16 }").domain("{ [j] : 0 <= j < 16 }");
  k.array("a", {"17"}).array("b", {"16"});
  k.insn("w", {"i"}, "a[i + 1] = 1.0", {0, "i", 0});
  k.insn("r", {"j"}, "b[j] = a[j]", {1, "j", 0});
  k.tag("i", "l.0").tag("j", "l.0");
  EXPECT_EQ(countBarriers(scheduleAlone(k.kernel).body), 1);
}

TEST(Schedule, SameElementNeedsNoBarrier) {
  TestKernel k("same");
  k.domain("{ [i] : 0 <= i < 16 }").domain("{ [j] : 0 <= j < 16 }");
  k.array("a", {"16"}).array("b", {"16"});
  k.insn("w", {"i"}, "a[i] = 1.0", {0, "i", 0});
  k.insn("r", {"j"}, "b[j] = a[j]", {1, "j", 0});
  k.tag("i", "l.0").tag("j", "l.0");
  EXPECT_EQ(countBarriers(scheduleAlone(k.kernel).body), 0);
}

TestKernel timeStepping() {
  TestKernel k("wave");
  k.domain("[nt] -> { [t] : 0 <= t < nt }");
  k.domain("{ [x] : 0 <= x < 64 }");
  k.array("u", {"66", "nt + 2"});
  k.insn("s", {"t", "x"},
         "u[x + 1, t + 2] = u[x, t + 1] + u[x + 2, t + 1] - u[x + 1, t]",
         {0, "t", 0, "x", 0});
  return k;
}

TEST(Schedule, TimeSteppingInOneGroupGetsABarrierPerStep) {
  TestKernel k = timeStepping();
  k.tag("x", "l.0");
  EXPECT_EQ(countBarriers(scheduleAlone(k.kernel).body), 1);
}

TEST(Schedule, TimeSteppingAcrossGroupsIsRefused) {
  TestKernel k = timeStepping();
  k.tag("x", "g.0");
  std::string error = errorOf(k.kernel);
  EXPECT_NE(error.find("crosses work-groups"), std::string::npos) << error;
  EXPECT_NE(error.find("u[x + 1, t + 2]"), std::string::npos) << error;
  EXPECT_NE(error.find("u[x"), std::string::npos) << error;
}

TEST(Schedule, ScalarOnAParallelAxisIsARace) {
  TestKernel k("sum");
  k.domain("{ [i] : 0 <= i < 16 }").array("a", {"16"}).array("s", {"1"});
  k.insn("u", {"i"}, "s[0] = 2*s[0] + a[i]", {0, "i", 0});
  k.tag("i", "l.0");
  EXPECT_NE(errorOf(k.kernel).find("write race"), std::string::npos);
}

TEST(Schedule, SharedTemporaryBecomesLocal) {
  TestKernel k("tile");
  k.domain("{ [i] : 0 <= i < 16 }").domain("{ [j] : 0 <= j < 16 }");
  k.array("a", {"16"}).array("b", {"16"}).temporary("t", {"16"});
  k.insn("w", {"i"}, "t[i] = a[i]", {0, "i", 0});
  k.insn("r", {"j"}, "b[j] = t[15 - j]", {1, "j", 0});
  k.tag("i", "l.0").tag("j", "l.0");
  ScheduledKernel s = scheduleAlone(k.kernel);
  EXPECT_EQ(s.kernel.findVariable("t")->space, AddressSpace::Local);
  EXPECT_EQ(countBarriers(s.body), 1);
}

TEST(Schedule, PrivateScalarStaysPrivate) {
  TestKernel k("private");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("{ [l] : 0 <= l < 4 }");
  k.array("a", {"n"}).array("b", {"n"}).temporary("t");
  k.insn("w", {"i"}, "t = a[i]", {0, "i", 0});
  k.insn("r", {"i"}, "b[i] = t * t", {0, "i", 1});
  k.tag("i", "g.0");
  ScheduledKernel s = scheduleAlone(k.kernel);
  EXPECT_EQ(s.kernel.findVariable("t")->space, AddressSpace::Private);
}

// An accumulator that starts at zero in each iteration of parallel loops.
TEST(Schedule, AccumulatorOfParallelLoopsIsPrivate) {
  TestKernel k("product");
  k.domain("[n] -> { [io, ii] : 0 <= ii < 16 and 0 <= 16io + ii < n }");
  k.domain("[n] -> { [kk] : 0 <= kk < n }");
  k.array("a", {"n", "n"}).array("b", {"n"}).temporary("t");
  k.insn("zero", {"io", "ii"}, "t = 0.0", {0, "16*io + ii", 0});
  k.insn("add", {"io", "ii", "kk"}, "t = t + a[16*io + ii, kk]",
         {0, "16*io + ii", 1, "kk", 0});
  k.insn("store", {"io", "ii"}, "b[16*io + ii] = t", {0, "16*io + ii", 2});
  k.tag("io", "g.0").tag("ii", "l.0");
  ScheduledKernel s = scheduleAlone(k.kernel);
  EXPECT_EQ(s.kernel.findVariable("t")->space, AddressSpace::Private);
  EXPECT_EQ(countBarriers(s.body), 0);
}

// The carried anti dependence of a double use of a tile.
TEST(Schedule, TileReuseInALoopNeedsTwoBarriers) {
  TestKernel k("reuse");
  k.domain("{ [i] : 0 <= i < 16 }").domain("[n] -> { [kk] : 0 <= kk < n }");
  k.domain("{ [j] : 0 <= j < 16 }");
  k.array("a", {"16", "n"}).array("b", {"16", "n"}).temporary("t", {"16"});
  k.insn("w", {"kk", "i"}, "t[i] = a[i, kk]", {0, "kk", 0, "i", 0});
  k.insn("r", {"kk", "j"}, "b[j, kk] = t[15 - j]", {0, "kk", 1, "j", 0});
  k.tag("i", "l.0").tag("j", "l.0");
  EXPECT_EQ(countBarriers(scheduleAlone(k.kernel).body), 2);
}

TEST(Schedule, PriorityDecidesTheNest) {
  TestKernel k("nest");
  k.domain("{ [i] : 0 <= i < 4 }").domain("{ [j] : 0 <= j < 4 }");
  k.array("a", {"4", "4"});
  k.insn("s", {"i", "j"}, "a[i, j] = 1.0", {0, "i", 0, "j", 0});
  std::string plain = scheduleStr(scheduleAlone(k.kernel));
  expectOrder(plain, "for i", "for j");
  k.kernel.loopPriority.push_back({"j", "i"});
  std::string swapped = scheduleStr(scheduleAlone(k.kernel));
  expectOrder(swapped, "for j", "for i");
}

TEST(Schedule, InterchangeAgainstADependenceIsRefused) {
  TestKernel k("skew");
  k.domain("[n] -> { [i] : 1 <= i < n }").domain("[n] -> { [j] : 0 <= j < n }");
  k.array("a", {"n", "n + 1"});
  k.insn("s", {"i", "j"}, "a[i, j] = a[i - 1, j + 1]", {0, "i", 0, "j", 0});
  EXPECT_EQ(errorOf(k.kernel), "");
  k.kernel.loopPriority.push_back({"j", "i"});
  EXPECT_NE(errorOf(k.kernel).find("against a dependence"), std::string::npos);
}

// t lives within one (i, f): its reuse does not keep the loops in order.
TEST(Schedule, ScalarsOfOneIterationAllowInterchange) {
  TestKernel k("local");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("{ [f] : 0 <= f < 4 }");
  k.array("a", {"n", "4"}).array("c", {"n", "4"}).temporary("t");
  k.insn("w", {"i", "f"}, "t = a[i, f]", {0, "i", 0, "f", 0});
  k.insn("r", {"i", "f"}, "c[i, f] = t * t", {0, "i", 0, "f", 1});
  k.kernel.loopPriority.push_back({"f", "i"});
  std::string text = scheduleStr(scheduleAlone(k.kernel));
  expectOrder(text, "for f", "for i");
}

// Here t accumulates over m within one i: with m outside of i, the
// accumulations of different i would interleave in one scalar.
TEST(Schedule, InterleavedAccumulationsAreRefused) {
  TestKernel k("interleaved");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("{ [m] : 0 <= m < 4 }");
  k.array("a", {"n", "4"}).array("c", {"n", "4"}).temporary("t");
  k.insn("z", {"i", "m"}, "t = a[i, m]", {0, "i", 0, "m", 0}, {"m == 0"});
  k.insn("w", {"i", "m"}, "t = t + a[i, m]", {0, "i", 0, "m", 1});
  k.insn("r", {"i", "m"}, "c[i, m] = t * t", {0, "i", 0, "m", 2});
  EXPECT_EQ(errorOf(k.kernel), "");
  k.kernel.loopPriority.push_back({"m", "i"});
  EXPECT_NE(errorOf(k.kernel), "");
}

TEST(Schedule, OverlappingLoopsWantDuplicates) {
  TestKernel k("overlap");
  k.domain("{ [i] : 0 <= i < 4 }").domain("{ [j] : 0 <= j < 4 }");
  k.array("a", {"4"}).array("b", {"4", "4"}).array("c", {"4"});
  k.insn("s0", {"i"}, "a[i] = 1.0", {0, "i", 0});
  k.insn("s1", {"i", "j"}, "b[i, j] = a[i]", {1, "i", 0, "j", 0});
  k.insn("s2", {"j"}, "c[j] = b[1, j]", {2, "j", 0});
  EXPECT_NE(errorOf(k.kernel).find("duplicate"), std::string::npos);
}

} // namespace
