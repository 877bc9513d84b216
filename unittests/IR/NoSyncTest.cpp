// What is asserted of the order of instructions.
#include "loopyc/IR/NoSync.h"

#include <gtest/gtest.h>

using namespace loopyc;

TEST(NoSync, ScopesAddUp) {
  Instruction sink;
  EXPECT_EQ(noSyncOf(sink, "a"), NoSync());
  assertNoSync(sink, "a", {true, false});
  EXPECT_EQ(noSyncOf(sink, "a"), (NoSync{true, false}));
  EXPECT_EQ(noSyncStr("a", noSyncOf(sink, "a")), "a@local");
  assertNoSync(sink, "a", {false, true});
  EXPECT_EQ(noSyncStr("a", noSyncOf(sink, "a")), "a");
  assertNoSync(sink, "b", {false, false});
  EXPECT_EQ(sink.noSyncWith.size(), 1u);
}
