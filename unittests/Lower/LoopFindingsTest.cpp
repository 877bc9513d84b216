#include "loopyc/Lower/LoopFindings.h"

#include "../TestKernel.h"

using namespace loopyc;
using Kind = LoopFinding::Kind;

static TestKernel loopOver(const std::string &range) {
  TestKernel k("loop");
  k.domain("[n] -> { [i] : " + range + " }");
  k.array("a", {"n"}).array("b", {"n"});
  return k;
}

TEST(LoopFindings, Parallel) {
  TestKernel k = loopOver("0 <= i < n");
  k.insn("s", {"i"}, "b[i] = a[i]", {0, "i", 0});
  std::vector<LoopFinding> loops = findLoops(k.kernel);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].iname, "i");
  EXPECT_EQ(loops[0].kind, Kind::Parallel);
  EXPECT_TRUE(loops[0].conflicts.empty());
}

TEST(LoopFindings, Distance) {
  TestKernel k = loopOver("3 <= i < n");
  k.insn("s", {"i"}, "a[i] = a[i - 3]*b[i]*b[i]", {0, "i", 0});
  LoopFinding loop = findLoops(k.kernel).at(0);
  ASSERT_EQ(loop.conflicts.size(), 1u);
  EXPECT_EQ(loop.kind, Kind::Serial);
  EXPECT_EQ(loop.conflicts[0].kind, DependenceKind::Flow);
  EXPECT_EQ(loop.conflicts[0].variable, "a");
  EXPECT_EQ(loop.conflicts[0].distance, 3);
  EXPECT_TRUE(loop.conflicts[0].source.isWrite);
  EXPECT_EQ(loop.conflicts[0].sink.reference, "a[i - 3]");
}

TEST(LoopFindings, NoDistance) {
  TestKernel k = loopOver("0 <= i < n");
  k.insn("s", {"i"}, "a[i] = a[n - 1 - i]", {0, "i", 0});
  LoopFinding loop = findLoops(k.kernel).at(0);
  EXPECT_EQ(loop.kind, Kind::Serial);
  ASSERT_FALSE(loop.conflicts.empty());
  EXPECT_FALSE(loop.conflicts[0].distance);
  EXPECT_EQ(loop.conflicts[0].unknownSubscript, "");
}

TEST(LoopFindings, Reduction) {
  TestKernel k = loopOver("0 <= i < n");
  k.array("s", {"1"});
  k.insn("s", {"i"}, "s[0] = s[0] + a[i]", {0, "i", 0});
  LoopFinding loop = findLoops(k.kernel).at(0);
  EXPECT_EQ(loop.kind, Kind::Reduction);
  ASSERT_EQ(loop.reductions.size(), 1u);
  EXPECT_EQ(loop.reductions[0].variable, "s");
  EXPECT_EQ(loop.reductions[0].operation, "sum");
}
