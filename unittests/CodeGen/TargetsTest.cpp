#include "loopyc/CodeGen/CheckSide.h"
#include "loopyc/CodeGen/Target.h"

#include <gtest/gtest.h>

#include <set>

using namespace loopyc;

TEST(Targets, AreFoundByTheirNames) {
  for (const Target *target : allTargets())
    EXPECT_EQ(findTarget(target->name()), target);
  EXPECT_EQ(findTarget("metal"), nullptr);
  EXPECT_EQ(findTarget(""), nullptr);
}

TEST(Targets, DifferInWhatTellsThemApart) {
  std::set<std::string> suffixes;
  int bits = 0;
  for (const Target *target : allTargets()) {
    EXPECT_TRUE(suffixes.insert(target->deviceSuffix()).second);
    EXPECT_EQ(bits & target->runtimeTarget(), 0);
    bits |= target->runtimeTarget();
  }
}

TEST(Targets, OneRunsWithoutDevice) {
  EXPECT_FALSE(hostTarget().hasWorkItems());
  EXPECT_TRUE(hostTarget().checkSide().compilers().empty());
  EXPECT_TRUE(hostTarget().checkSide().deviceFiles().empty());
}
