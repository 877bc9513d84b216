#include "loopyc/Values/Polynomial.h"

#include "loopyc/IR/ExprParser.h"

#include <gtest/gtest.h>

using namespace loopyc;

static Polynomial polynomial(const std::string &text) {
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
  EXPECT_EQ(polynomial("(i + 1)*(n - 2)"), polynomial("n*i - 2*i + n - 2"));
  EXPECT_EQ(polynomial("n*m*n"), polynomial("m*n*n"));
  EXPECT_TRUE(polynomial("n*(i - i)").isZero());
  EXPECT_TRUE(polynomial("3*n - 7").isAffine());
  EXPECT_FALSE(polynomial("n*n").isAffine());
}

TEST(Polynomial, CoefficientsByVariables) {
  auto terms = polynomial("i + 2*j + n*j - n").coefficients({"i", "j"});
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_EQ(terms[{"i"}], Polynomial::constant(1));
  EXPECT_EQ(terms[{"j"}], polynomial("n + 2"));
  EXPECT_EQ(terms[{}], polynomial("-1*n"));
}

TEST(Polynomial, PrimitivePartHasAPositiveFirstTerm) {
  EXPECT_EQ(polynomial("4 - 4*n").primitive(), polynomial("n - 1"));
  EXPECT_EQ(polynomial("6*n*m + 9").primitive(), polynomial("2*m*n + 3"));
}

TEST(Polynomial, DivisionLeavesWhatIsNoMultiple) {
  auto expect = [](const char *dividend, const char *divisor,
                   const char *quotient, const char *remainder) {
    auto parts = polynomial(dividend).dividedBy(polynomial(divisor));
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->first, polynomial(quotient)) << dividend;
    EXPECT_EQ(parts->second, polynomial(remainder)) << dividend;
  };
  expect("n*m + 2*n + 2*m + 4", "n + 2", "m + 2", "0");
  expect("n*m + 3", "n", "m", "3");
  expect("n*n - 1", "n + 1", "n - 1", "0");
  expect("m", "n", "0", "m");
  expect("3*n", "2*n", "0", "3*n");
}

TEST(Polynomial, ProductsApartFromTheRest) {
  auto [products, rest] = polynomial("2*n*m + 3*n - 1 + k*k").productsAndRest();
  EXPECT_EQ(products, polynomial("2*n*m + k*k"));
  EXPECT_EQ(rest, polynomial("3*n - 1"));
}

TEST(Polynomial, ProductsOfManySumsAreNone) {
  Polynomial sum = polynomial("a + b + c");
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
