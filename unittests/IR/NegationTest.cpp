#include "loopyc/IR/Negation.h"

#include <gtest/gtest.h>

#include <limits>

using namespace loopyc;

static Expr compare(BinaryOp op, int64_t value, const std::string &name = "m") {
  return Expr::binary(op, Expr::var(name), Expr::integer(value));
}

TEST(Negation, OfIntegersIsAComparison) {
  Expr less = compare(BinaryOp::Lt, 3);
  EXPECT_EQ(negated(less), compare(BinaryOp::Ge, 3));
  EXPECT_EQ(negated(negated(less)), less);
  EXPECT_TRUE(areOpposite(less, compare(BinaryOp::Ge, 3)));
  EXPECT_TRUE(areOpposite(less, Expr::unary(UnaryOp::Not, less)));
  EXPECT_FALSE(areOpposite(less, compare(BinaryOp::Gt, 3)));
  EXPECT_FALSE(areOpposite(less, compare(BinaryOp::Ge, 4)));
}

TEST(Negation, OfRealsIsNot) {
  Type real = Type::real(8);
  Expr less = Expr::binary(BinaryOp::Lt, Expr::var("x", real),
                           Expr::real(1, real));
  Expr notLess = Expr::binary(BinaryOp::Ge, Expr::var("x", real),
                              Expr::real(1, real));
  EXPECT_EQ(negated(less), Expr::unary(UnaryOp::Not, less));
  EXPECT_FALSE(areOpposite(less, notLess));
  EXPECT_TRUE(areOpposite(less, negated(less)));
}

// Against all values between -9 and 9.
TEST(Negation, PlainImplication) {
  std::vector<BinaryOp> ops = {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt,
                               BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge};
  auto holds = [](BinaryOp op, int v, int limit) {
    switch (op) {
    case BinaryOp::Eq: return v == limit;
    case BinaryOp::Ne: return v != limit;
    case BinaryOp::Lt: return v < limit;
    case BinaryOp::Le: return v <= limit;
    case BinaryOp::Gt: return v > limit;
    default: return v >= limit;
    }
  };
  for (BinaryOp a : ops)
    for (BinaryOp b : ops)
      for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y) {
          bool expected = true;
          for (int v = -9; v <= 9; ++v)
            expected = expected && (!holds(a, v, x) || holds(b, v, y));
          EXPECT_EQ(plainlyImplies(compare(a, x), compare(b, y)), expected)
              << compare(a, x).str() << " => " << compare(b, y).str();
        }
  EXPECT_FALSE(plainlyImplies(compare(BinaryOp::Eq, 1),
                              compare(BinaryOp::Ne, 2, "k")));
  int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_FALSE(plainlyImplies(compare(BinaryOp::Lt, least),
                              compare(BinaryOp::Lt, 0)));
}
