#include "loopyc/Values/Divisions.h"

#include "loopyc/IR/ExprParser.h"

#include <gtest/gtest.h>

using namespace loopyc;

static Expr parsed(const std::string &text) {
  return parseExpr(text,
                   [](const std::string &) -> std::optional<ResolvedName> {
                     ResolvedName resolved;
                     resolved.type = Type::integer(4);
                     return resolved;
                   });
}

static std::string of(const std::string &text) {
  return withQuotients(parsed(text)).str();
}

TEST(Divisions, WhatIsLeftOfARemainderIsAQuotient) {
  EXPECT_EQ(of("i - i % 4"), parsed("4*(i // 4)").str());
  EXPECT_EQ(of("j + 2*i - 2*(i % 2)"), parsed("4*(i // 2) + j").str());
  EXPECT_EQ(of("n*(j + 2*i - 2*(i % 2))"),
            parsed("n*(4*(i // 2) + j)").str());
  EXPECT_EQ(of("i + j - (i + j) % 8 + 3"), parsed("8*((i + j) // 8) + 3").str());
}

TEST(Divisions, OtherRemaindersStay) {
  EXPECT_EQ(of("i + i % 4"), parsed("i + i % 4").str());
  EXPECT_EQ(of("2*i - i % 2"), parsed("2*i - i % 2").str());
  EXPECT_EQ(of("j - i % 4"), parsed("j - i % 4").str());
}
