// Expressions in the generated parts of check programs.
#include "../../lib/Check/TextInC.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::check;

static std::string text(const Expr &e) {
  return textInC(e, [](const std::string &name) { return name; });
}

TEST(TextInC, ChainsHaveOneParenthesis) {
  Expr a = Expr::var("a"), b = Expr::var("b"), c = Expr::var("c");
  EXPECT_EQ(text(a + b + c), "(a + b + c)");
  EXPECT_EQ(text(a * b * c + a), "(a + (a * b * c))");
  EXPECT_EQ(text(a - b - c), "((a - b) - c)");
}

TEST(TextInC, OperandsOfExtremaStandThereOnce) {
  Type real = Type::real(8);
  Expr a = Expr::var("a", real), b = Expr::var("b", real);
  EXPECT_EQ(text(Expr::call(Intrinsic::Max, {a, b, a}, real)),
            "fmax(fmax(a, b), a)");
  Expr i = Expr::var("i"), j = Expr::var("j");
  EXPECT_EQ(text(Expr::call(Intrinsic::Min, {i, j}, i.type())),
            "long_min(i, j)");
}
