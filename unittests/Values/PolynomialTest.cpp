#include "loopyc/Values/Polynomial.h"

#include "loopyc/IR/ExprParser.h"

#include <gtest/gtest.h>

using namespace loopyc;

static Polynomial of(const std::string &text) {
  std::optional<Polynomial> result = Polynomial::of(
      parseExpr(text, [](const std::string &) -> std::optional<ResolvedName> {
        ResolvedName resolved;
        resolved.type = Type::integer(4);
        return resolved;
      }));
  EXPECT_TRUE(result) << text;
  return result.value_or(Polynomial());
}

TEST(Polynomial, SumsAndProductsInAnyOrder) {
  EXPECT_EQ(of("(i + 1)*(n - 2)"), of("n*i - 2*i + n - 2"));
  EXPECT_EQ(of("n*m*n"), of("m*n*n"));
  EXPECT_TRUE(of("n*(i - i)").isZero());
  EXPECT_TRUE(of("3*n - 7").isAffine());
  EXPECT_FALSE(of("n*n").isAffine());
}

TEST(Polynomial, CoefficientsByVariables) {
  auto terms = of("i + 2*j + n*j - n").coefficients({"i", "j"});
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_EQ(terms[{"i"}], Polynomial::constant(1));
  EXPECT_EQ(terms[{"j"}], of("n + 2"));
  EXPECT_EQ(terms[{}], of("-1*n"));
}

TEST(Polynomial, PrimitivePartHasAPositiveFirstTerm) {
  EXPECT_EQ(of("4 - 4*n").primitive(), of("n - 1"));
  EXPECT_EQ(of("6*n*m + 9").primitive(), of("2*m*n + 3"));
}

TEST(Polynomial, DivisionLeavesWhatIsNoMultiple) {
  auto expect = [](const char *dividend, const char *divisor,
                   const char *quotient, const char *remainder) {
    auto parts = of(dividend).dividedBy(of(divisor));
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->first, of(quotient)) << dividend;
    EXPECT_EQ(parts->second, of(remainder)) << dividend;
  };
  expect("n*m + 2*n + 2*m + 4", "n + 2", "m + 2", "0");
  expect("n*m + 3", "n", "m", "3");
  expect("n*n - 1", "n + 1", "n - 1", "0");
  expect("m", "n", "0", "m");
  expect("3*n", "2*n", "0", "3*n");
}

TEST(Polynomial, ProductsApartFromTheRest) {
  auto [products, rest] = of("2*n*m + 3*n - 1 + k*k").productsAndRest();
  EXPECT_EQ(products, of("2*n*m + k*k"));
  EXPECT_EQ(rest, of("3*n - 1"));
}

TEST(Polynomial, ProductsOfManySumsAreNone) {
  Polynomial sum = of("a + b + c");
  std::optional<Polynomial> power = sum;
  for (int k = 0; k < 12 && power; ++k)
    power = power->times(sum);
  EXPECT_FALSE(power);
}

TEST(Polynomial, OverflowIsNoPolynomial) {
  Polynomial large = Polynomial::constant(int64_t(1) << 40);
  EXPECT_FALSE(large.times(large));
  EXPECT_FALSE(large.plus(large));
}
