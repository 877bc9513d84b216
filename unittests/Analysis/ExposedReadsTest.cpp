#include "../TestKernel.h"
#include "loopyc/Analysis/ExposedReads.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

// do i: { do k: t[k] = a[i]; do m: b[i] = t[m] }, m up to `last`.
TestKernel stencil(const std::string &last) {
  TestKernel k("stencil");
  k.domain("{ [i] : 0 <= i < 16 }").domain("{ [k] : 0 <= k < 4 }");
  k.domain("{ [m] : 0 <= m < " + last + " }");
  k.array("a", {"16"}).array("b", {"16"}).array("t", {"8"});
  k.insn("w", {"i", "k"}, "t[k] = a[i]", {0, "i", 0, "k", 0});
  k.insn("r", {"i", "m"}, "b[i] = t[m]", {0, "i", 1, "m", 0});
  return k;
}

TEST(ExposedReads, WhatIsWrittenBeforeIsNot) {
  EXPECT_FALSE(hasExposedReads(stencil("4").kernel, "t"));
}

TEST(ExposedReads, OneElementMoreIs) {
  EXPECT_TRUE(hasExposedReads(stencil("5").kernel, "t"));
}

TEST(ExposedReads, WrittenLaterIs) {
  TestKernel k("later");
  k.domain("{ [i] : 0 <= i < 16 }").array("a", {"16"}).array("t", {"16"});
  k.insn("r", {"i"}, "a[i] = t[i]", {0, "i", 0});
  k.insn("w", {"i"}, "t[i] = 1.0", {0, "i", 1});
  EXPECT_TRUE(hasExposedReads(k.kernel, "t"));
}

TEST(ExposedReads, WrittenInAnotherLoopIsNot) {
  TestKernel k("loops");
  k.domain("{ [i] : 0 <= i < 16 }").domain("{ [j] : 0 <= j < 16 }");
  k.array("a", {"16"}).array("t", {"16"});
  k.insn("w", {"i"}, "t[i] = 1.0", {0, "i", 0});
  k.insn("r", {"j"}, "a[j] = t[15 - j]", {1, "j", 0});
  EXPECT_FALSE(hasExposedReads(k.kernel, "t"));
}

// do i: { if (c[i] > 0) do k: t[k] = a[i]; if (`condition`) do m: b[i] = t[m] }
TestKernel guarded(const std::vector<std::string> &condition) {
  TestKernel k("guarded");
  k.domain("{ [i] : 0 <= i < 16 }").domain("{ [k] : 0 <= k < 4 }");
  k.domain("{ [m] : 0 <= m < 4 }");
  k.array("a", {"16"}).array("b", {"16"}).array("c", {"16"});
  k.array("t", {"8"});
  k.insn("w", {"i", "k"}, "t[k] = a[i]", {0, "i", 0, "k", 0},
         {"c[i] > 0.0"});
  k.insn("r", {"i", "m"}, "b[i] = t[m]", {0, "i", 2, "m", 0}, condition);
  return k;
}

TEST(ExposedReads, UnderTheSameConditionIsNot) {
  EXPECT_FALSE(hasExposedReads(guarded({"c[i] > 0.0"}).kernel, "t"));
}

TEST(ExposedReads, UnderAnotherConditionIs) {
  EXPECT_TRUE(hasExposedReads(guarded({"c[i] > 1.0"}).kernel, "t"));
  EXPECT_TRUE(hasExposedReads(guarded({}).kernel, "t"));
}

TEST(ExposedReads, WhereTheConditionChangesInBetweenIs) {
  TestKernel k = guarded({"c[i] > 0.0"});
  k.insn("change", {"i"}, "c[i] = 1.0", {0, "i", 1});
  EXPECT_TRUE(hasExposedReads(k.kernel, "t"));
}

TEST(ExposedReads, WrittenInBothBranchesIsNot) {
  TestKernel k = guarded({});
  k.domain("{ [l] : 0 <= l < 4 }");
  k.insn("other", {"i", "l"}, "t[l] = 2.0", {0, "i", 1, "l", 0},
         {"not c[i] > 0.0"});
  EXPECT_FALSE(hasExposedReads(k.kernel, "t"));
}

// do k: if (c[k] > 0) t[k] = a[i];   do m: if (c[m] > 0) b[i] = t[m]
TEST(ExposedReads, UnderTheElementsOwnConditionIsNot) {
  for (const char *condition : {"c[m] > 0.0", "c[m + 1] > 0.0"}) {
    TestKernel k("own");
    k.domain("{ [i] : 0 <= i < 16 }").domain("{ [k] : 0 <= k < 4 }");
    k.domain("{ [m] : 0 <= m < 4 }");
    k.array("a", {"16"}).array("b", {"16"}).array("c", {"16"});
    k.array("t", {"8"});
    k.insn("w", {"i", "k"}, "t[k] = a[i]", {0, "i", 0, "k", 0},
           {"c[k] > 0.0"});
    k.insn("r", {"i", "m"}, "b[i] = t[m]", {0, "i", 1, "m", 0}, {condition});
    bool isOwn = std::string(condition) == "c[m] > 0.0";
    EXPECT_EQ(hasExposedReads(k.kernel, "t"), !isOwn) << condition;
  }
}

} // namespace
