// Affine functions of expressions, against their values at points.
#include "loopyc/Values/Affine.h"
#include "loopyc/IR/ExprParser.h"
#include "loopyc/Values/Evaluate.h"
#include "loopyc/Values/SizeOrder.h"

#include <gtest/gtest.h>
#include <set>

using namespace loopyc;
using poly::Point;
using poly::PwAff;
using poly::Set;

namespace {

// Of integers of 8 bytes.
Expr parse(const std::string &text) {
  return parseExpr(
      text, [](const std::string &name) -> std::optional<ResolvedName> {
        const std::set<std::string> known{"i", "n", "m", "lda"};
        if (!known.count(name))
          return std::nullopt;
        ResolvedName resolved;
        resolved.type = Type::integer(8);
        return resolved;
      });
}

// At -9 <= i <= 9, 1 <= n <= 4.
void expectValues(const char *text) {
  Expr e = parse(text);
  auto affine = toAffine(e);
  ASSERT_TRUE(affine) << text;
  for (int64_t i = -9; i <= 9; ++i)
    for (int64_t n = 1; n <= 4; ++n) {
      Point at{{"i", i}, {"n", n}};
      auto value = evaluate(e, at);
      ASSERT_TRUE(value) << text;
      Set point = Set::universe().fix("i", i).fix("n", n);
      EXPECT_FALSE(
          point.intersect(affine->eq(PwAff::constant(*value))).isEmpty())
          << text << " at i = " << i << ", n = " << n << " is not " << *value;
    }
}

TEST(Affine, AgreesWithEvaluation) {
  for (const char *text :
       {"2*i - 3*n + 1", "i // 3", "i % 3", "i / 3", "mod(i, 3)", "i / (-3)",
        "mod(i, -3)", "(i // 2 + n) % 3", "((i % 4) // 2 - n) // 3",
        "mod(i / 2 - n, 4) / 3", "(3*(i // 2) + mod(n - i, 3)) % 5",
        "min(i, n, 2) + max(i - n, -i)", "if(i > n, i % 2, n - i // 2)",
        "if(i > n and not i == 3 or n == 1, 1, i)", "i / (2 + 2)", "(1 + 1)*i"})
    expectValues(text);
}

TEST(Affine, OfParametersAlone) {
  auto isN = [](const std::string &name) { return name == "n"; };
  EXPECT_TRUE(toAffine(parse("n // 2 + 1"), isN));
  EXPECT_FALSE(toAffine(parse("n + i"), isN));
  EXPECT_FALSE(toAffine(parse("if(i > 0, n, 1)"), isN));
  EXPECT_TRUE(toCondition(parse("n > 3"), isN));
  EXPECT_FALSE(toCondition(parse("n > 3 and i > 3"), isN));
}

TEST(Affine, RefusesWhatIsNone) {
  for (const char *text : {"i*n", "i // n", "i % (-3)", "i / 0", "i**2"})
    EXPECT_FALSE(toAffine(parse(text))) << text;
}

// 2**62 * 4 has no 64 bits: as a factor it is no number, least of all 0.
TEST(Affine, ConstantsBeyond64Bits) {
  std::string factor = "(4611686018427387904*4)";
  auto large = toAffine(parse(factor));
  ASSERT_TRUE(large);
  EXPECT_EQ(large->asConstant(), std::nullopt);
  EXPECT_FALSE(toAffine(parse("i*" + factor)));
  EXPECT_FALSE(toAffine(parse("i // " + factor)));
}

TEST(Evaluate, IsAbsentWhereThereIsNoValue) {
  Point at{{"i", INT64_MIN}, {"n", 3}};
  for (const char *text : {"-i", "abs(i)", "i - 1", "n*i", "i / (-1)", "n / 0",
                           "n**64", "m", "0**(-n)"})
    EXPECT_EQ(evaluate(parse(text), at), std::nullopt) << text;
  EXPECT_EQ(evaluate(parse("2**(-n)"), at), 0);
  EXPECT_EQ(evaluate(parse("(-1)**(n + 64)"), at), -1);
  EXPECT_EQ(evaluate(parse("if(n > 2, n, 1 / 0)"), at), 3);
}

TEST(SizeOrder, OfProducts) {
  Set known = Set::parse("[n, m, lda] -> { : 1 <= n <= lda and m >= 1 }");
  EXPECT_TRUE(isAtLeast(parse("lda*m"), parse("n*m"), known));
  EXPECT_FALSE(isAtLeast(parse("n*m"), parse("lda*m"), known));
  EXPECT_TRUE(isAtLeast(parse("n*m"), parse("n"), known));
  EXPECT_TRUE(isAtLeast(parse("n*m"), parse("m*n"), known));
  EXPECT_FALSE(isAtLeast(parse("n*m"), parse("n + 1"), known));
}

// 2**62 * (4*n) is not 0*n.
TEST(SizeOrder, NumbersBeyond64Bits) {
  Set known = Set::parse("[n] -> { : n >= 1 }");
  Expr large = parse("4611686018427387904*(-4*n)");
  EXPECT_FALSE(isAtLeast(large, Expr::integer(0, Type::integer(8)), known));
}

} // namespace
