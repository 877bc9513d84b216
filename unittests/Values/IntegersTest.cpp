// The operations on integers against their definitions.
#include "loopyc/Support/Integers.h"
#include "loopyc/IR/IntegerOperations.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

constexpr int64_t least = INT64_MIN, most = INT64_MAX;
using Wide = __int128;

integers::Result fit(Wide value) {
  return value < least || value > most ? integers::Result()
                                       : static_cast<int64_t>(value);
}

// The largest q with q*b <= a (b > 0) or q*b >= a (b < 0), found by stepping.
int64_t floorByDefinition(int64_t a, int64_t b) {
  int64_t q = 0;
  auto isBelow = [&](int64_t x) { return b > 0 ? x * b <= a : x * b >= a; };
  while (!isBelow(q))
    --q;
  while (isBelow(q + 1))
    ++q;
  return q;
}

TEST(Integers, DivisionsOfAllSigns) {
  for (int64_t a = -13; a <= 13; ++a)
    for (int64_t b = -5; b <= 5; ++b) {
      SCOPED_TRACE(std::to_string(a) + " by " + std::to_string(b));
      if (b == 0) {
        EXPECT_FALSE(integers::quotient(a, b) || integers::remainder(a, b) ||
                     integers::floorQuotient(a, b) || integers::modulo(a, b));
        continue;
      }
      int64_t floor = floorByDefinition(a, b);
      bool isExact = floor * b == a, isNegative = (a < 0) != (b < 0);
      int64_t towardZero = floor + (isNegative && !isExact);
      EXPECT_EQ(integers::floorQuotient(a, b), floor);
      EXPECT_EQ(integers::modulo(a, b), a - floor * b);
      EXPECT_EQ(integers::quotient(a, b), towardZero);
      EXPECT_EQ(integers::remainder(a, b), a - towardZero * b);
    }
}

TEST(Integers, EndsOfTheRange) {
  const int64_t ends[] = {least, least + 1, -1, 0, 1, most - 1, most};
  for (int64_t a : ends) {
    EXPECT_EQ(integers::negated(a), fit(-Wide(a)));
    EXPECT_EQ(integers::magnitude(a), fit(a < 0 ? -Wide(a) : Wide(a)));
    for (int64_t b : ends) {
      EXPECT_EQ(integers::sum(a, b), fit(Wide(a) + b));
      EXPECT_EQ(integers::difference(a, b), fit(Wide(a) - b));
      EXPECT_EQ(integers::product(a, b), fit(Wide(a) * b));
    }
  }
  EXPECT_EQ(integers::quotient(least, -1), std::nullopt);
  EXPECT_EQ(integers::remainder(least, -1), std::nullopt);
  EXPECT_EQ(integers::floorQuotient(least, -1), std::nullopt);
  EXPECT_EQ(integers::modulo(least, -1), std::nullopt);
  EXPECT_EQ(integers::floorQuotient(least, most), -2);
  EXPECT_EQ(integers::modulo(least, most), most - 1);
  EXPECT_EQ(integers::floorQuotient(most, least), -1);
  EXPECT_EQ(integers::modulo(most, least), -1);
}

// By multiplying; 1 / base**-exponent, toward zero, below 0.
integers::Result powerByDefinition(int64_t base, int64_t exponent) {
  Wide product = 1;
  for (int64_t i = 0; i < std::abs(exponent); ++i) {
    product *= base;
    if (!fit(product))
      return exponent < 0 ? integers::Result(0) : std::nullopt;
  }
  if (exponent < 0)
    return product ? fit(1 / product) : integers::Result();
  return fit(product);
}

TEST(Integers, Powers) {
  for (int64_t base = -12; base <= 12; ++base)
    for (int64_t exponent = -5; exponent <= 70; ++exponent)
      EXPECT_EQ(integers::power(base, exponent),
                powerByDefinition(base, exponent))
          << base << "**" << exponent;
  EXPECT_EQ(integers::power(-2, 63), least);
  EXPECT_EQ(integers::power(least, 1), least);
  EXPECT_EQ(integers::power(least, 2), std::nullopt);
  EXPECT_EQ(integers::power(-1, least), 1);
  EXPECT_EQ(integers::power(-1, most), -1);
  EXPECT_EQ(integers::power(0, -1), std::nullopt);
}

TEST(Integers, Shifts) {
  EXPECT_EQ(integers::shifted(5, 2, 32), 20);
  EXPECT_EQ(integers::shifted(-1, -1, 32), INT32_MAX);
  EXPECT_EQ(integers::shifted(1, 31, 32), INT32_MIN);
  EXPECT_EQ(integers::shifted(-1, -1, 64), most);
  EXPECT_EQ(integers::shifted(1, 63, 64), least);
  EXPECT_EQ(integers::shifted(-1, 32, 32), 0);
  EXPECT_EQ(integers::shifted(-1, -32, 32), 0);
}

std::optional<int64_t> ofIntegers(Intrinsic fn,
                                  const std::vector<int64_t> &args) {
  return loopyc::apply(fn, args);
}

TEST(IntegerOperations, OfIntrinsics) {
  EXPECT_EQ(ofIntegers(Intrinsic::Abs, {least}), std::nullopt);
  EXPECT_EQ(ofIntegers(Intrinsic::Sign, {3, -2}), -3);
  EXPECT_EQ(ofIntegers(Intrinsic::Sign, {-3, 0}), 3);
  EXPECT_EQ(ofIntegers(Intrinsic::Dim, {2, 5}), 0);
  EXPECT_EQ(ofIntegers(Intrinsic::Dim, {most, -1}), std::nullopt);
  EXPECT_EQ(ofIntegers(Intrinsic::Sqrt, {4}), std::nullopt);
}

TEST(Fold, PowersOfLiterals) {
  auto power = [](int64_t a, int64_t b) {
    return fold(Expr::binary(BinaryOp::Pow, Expr::integer(a), Expr::integer(b)))
        .str();
  };
  EXPECT_EQ(power(3, 4), "81");
  EXPECT_EQ(power(2, -1), "0");
  EXPECT_EQ(power(-1, 65), "-1");
  EXPECT_EQ(power(2, 64), "2**64");
  EXPECT_EQ(power(0, -1), "0**(-1)");
}

} // namespace
