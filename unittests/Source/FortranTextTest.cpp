#include "loopyc/Source/Fortran/FreeForm.h"
#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::fortran;

TEST(FortranText, IndicesAreIn64Bits) {
  Expr i = Expr::var("i"), n = Expr::var("n");
  EXPECT_EQ(fortranIndex(i * n + 3), "(int(i, 8)*int(n, 8) + 3_8)");
  EXPECT_EQ(fortranIndex(Expr::integer(-2)), "(-2_8)");
  EXPECT_EQ(fortranIndex(floorMod(i, 4)), "modulo(int(i, 8), 4_8)");
}

TEST(FortranText, FloorDivisionRoundsDown) {
  EXPECT_EQ(fortranIndex(floorDiv(Expr::var("i"), 4)),
            "((int(i, 8) - modulo(int(i, 8), 4_8))/4_8)");
}

TEST(FortranText, WhatNoSubscriptHasIsRefused) {
  EXPECT_THROW(fortranIndex(Expr::real(1.5, Type::real(4))), InternalError);
}

TEST(FortranText, LiteralsHaveTheirKinds) {
  EXPECT_EQ(fortranLiteral(Expr::integer(7, Type::integer(8))), "7_8");
  EXPECT_EQ(fortranLiteral(Expr::real(1.5, Type::real(4))), "1.5_4");
  EXPECT_EQ(fortranLiteral(Expr::real(2, Type::real(8))), "2.0_8");
  EXPECT_EQ(fortranLiteral(Expr::logical(true, Type::logical(1))), ".true._1");
  EXPECT_EQ(fortranLiteral(Expr::complex(1, -2, Type::complex(8))),
            "(1.0_4, -2.0_4)");
}

TEST(FortranText, LongLinesContinueBetweenTokens) {
  FortranText text;
  std::string call = "call s(";
  for (int k = 0; k < 40; ++k)
    call += "argument_" + std::to_string(k) + ", ";
  text.line(call + "last)");
  size_t start = 0, end;
  while ((end = text.str().find('\n', start)) != std::string::npos) {
    EXPECT_LE(end - start, 132u);
    start = end + 1;
  }
  std::string joined = text.str();
  for (size_t at; (at = joined.find("&\n")) != std::string::npos;) {
    size_t next = joined.find_first_not_of(' ', at + 2);
    joined.erase(at, next - at);
  }
  EXPECT_EQ(joined, call + "last)\n");
}

TEST(FreeForm, KeepsLineNumbers) {
  std::vector<std::string> fixed = {"C comment", "      x = 1 +", "",
                                    "     &  2", "#ifdef A", "   10 continue"};
  std::vector<std::string> expected = {"! comment", "", "", "", "#ifdef A",
                                       "   10 continue"};
  std::vector<std::string> free = freeFormOf(fixed);
  ASSERT_EQ(free.size(), fixed.size());
  for (size_t line : {0, 2, 4, 5})
    EXPECT_EQ(free[line], expected[line]) << line;
  EXPECT_EQ(free[1].back(), '&'); // continued beyond the empty line
  EXPECT_EQ(free[3], "     &  2");
}

TEST(FreeForm, BlanksBelongToNoToken) {
  std::vector<std::string> free =
      freeFormOf({"      DO10I=1,1 000", "      x = 1.D 0+'1 0'",
                  "      IF (a . AND . b)GOTO20", "   20 FORMAT(F6.2 D10.3)"});
  EXPECT_EQ(free[0], "      DO 10 I=1,1000");
  EXPECT_EQ(free[1], "      x = 1.D0+'1 0'");
  EXPECT_EQ(free[2], "      IF (a .AND. b)GOTO 20");
  EXPECT_EQ(free[3], "   20 FORMAT(F6.2 D10.3)");
}

TEST(FreeForm, CommentsStayComments) {
  std::vector<std::string> free =
      freeFormOf({"      x = '!' // ! why", "  ! not here", "     !  y",
                  "      call s(5H!text)"});
  EXPECT_EQ(free[0], "      x = '!' // & ! why");
  EXPECT_EQ(free[1], "  ! not here");
  EXPECT_EQ(free[2], "     &  y");
  EXPECT_EQ(free[3], "      call s(5H!text)");
}

TEST(FreeForm, TabsLeadToTheStatement) {
  std::vector<std::string> free = freeFormOf({"10\tx = 1 +", "\t1 y"});
  EXPECT_EQ(free[0], "10    x = 1 + &");
  EXPECT_EQ(free[1], "     & y");
}
