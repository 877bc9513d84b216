#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Poly/Set.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

class OperationLimitTest : public ::testing::Test {
protected:
  // Some work to find out that there are points.
  bool isEmpty() const { return tilted.subtract(most).coalesce().isEmpty(); }

  Set tilted = Set::parse("[n] -> { [a, b, c] : 0 <= a, b, c < n and "
                          "7a + 11b = 13c + 1 and (5a) mod 3 = b mod 7 }");
  Set most = Set::parse("[n] -> { [a, b, c] : n > 50 }");
};

TEST_F(OperationLimitTest, EndsWhatTakesTooLong) {
  OperationLimit limit(10);
  EXPECT_THROW(isEmpty(), TooComplex);
}

TEST_F(OperationLimitTest, IsGoneWithItsScope) {
  {
    OperationLimit limit(10);
    EXPECT_THROW(isEmpty(), TooComplex);
  }
  EXPECT_FALSE(isEmpty());
}

TEST_F(OperationLimitTest, LeavesSmallComputationsAlone) {
  OperationLimit limit(1000000);
  EXPECT_FALSE(isEmpty());
}

TEST_F(OperationLimitTest, RefusesATaskThatTakesTooLong) {
  auto work = [&] { return isEmpty(); };
  try {
    bounded("looking", {}, work, 10);
    FAIL();
  } catch (const TooComplex &refusal) {
    EXPECT_NE(std::string(refusal.what()).find("looking takes more than"),
              std::string::npos);
  }
  EXPECT_FALSE(bounded("looking", {}, work));
}

TEST_F(OperationLimitTest, WhatIsKnownTakesNoSteps) {
  EXPECT_FALSE(isEmpty());
  OperationLimit limit(10);
  EXPECT_FALSE(isEmpty());
}

} // namespace
