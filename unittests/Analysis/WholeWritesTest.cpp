#include "loopyc/Analysis/WholeWrites.h"
#include "../TestKernel.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

TEST(WholeWrites, EveryElementOfTheArray) {
  TestKernel k("whole");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("{ [j] : 0 <= j < 4 }");
  k.array("all", {"n", "4"}).array("inner", {"n"}).array("halves", {"2*n"});
  k.array("odd", {"2*n"}).array("edges", {"n + 1"}).array("x", {"n"});
  k.insn("a", {"i", "j"}, "all[i, 3 - j] = 1.0d0", {0, "i", 0, "j", 0});
  k.insn("b", {"i"}, "inner[i + 1] = 1.0d0", {0, "i", 1});
  k.insn("c", {"i"}, "halves[2*i] = 1.0d0", {0, "i", 2});
  k.insn("d", {"i"}, "halves[2*i + 1] = 2.0d0", {0, "i", 3});
  k.insn("e", {"i"}, "odd[2*i + 1] = 2.0d0", {0, "i", 4});
  k.insn("f", {"i"}, "edges[i] = 1.0d0", {0, "i", 5});
  k.insn("g", {}, "edges[n] = 1.0d0", {1});
  EXPECT_TRUE(writesWholeArray(k.kernel, "all"));
  EXPECT_FALSE(writesWholeArray(k.kernel, "inner"));
  EXPECT_TRUE(writesWholeArray(k.kernel, "halves"));
  EXPECT_FALSE(writesWholeArray(k.kernel, "odd"));
  EXPECT_TRUE(writesWholeArray(k.kernel, "edges"));
  EXPECT_FALSE(writesWholeArray(k.kernel, "x"));
  EXPECT_FALSE(writesWholeArray(k.kernel, "unknown"));
}

} // namespace
