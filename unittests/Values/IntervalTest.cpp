// Intervals against all values that they stand for.
#include "loopyc/Values/Interval.h"
#include "loopyc/IR/IntegerOperations.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace loopyc {

static std::string str(const Interval &i) {
  auto end = [](std::optional<int64_t> e) {
    return e ? std::to_string(*e) : "open";
  };
  return "[" + end(i.low) + ", " + end(i.high) + "]";
}

static bool operator==(const Interval &a, const Interval &b) {
  return a.isEmpty() ? b.isEmpty() : a.low == b.low && a.high == b.high;
}

static void PrintTo(const Interval &i, std::ostream *out) { *out << str(i); }

} // namespace loopyc

namespace {

std::vector<Interval> intervals() {
  std::vector<Interval> result;
  for (int64_t low = -4; low <= 4; ++low)
    for (int64_t high = low; high <= 4; ++high)
      result.push_back({low, high});
  return result;
}

// The smallest interval with op(x, y) for all x and y; `partial` if some have
// no value.
Interval hull(BinaryOp op, const Interval &a, const Interval &b,
              bool &partial) {
  Interval result = Interval::none();
  for (int64_t x = *a.low; x <= *a.high; ++x)
    for (int64_t y = *b.low; y <= *b.high; ++y) {
      auto value = apply(op, x, y);
      partial = partial || !value;
      if (value)
        result = result.unite(Interval::of(*value));
    }
  return result;
}

bool isWithin(const Interval &a, const Interval &b) {
  Interval both = b.unite(a);
  return a.isEmpty() || (both.low == b.low && both.high == b.high);
}

constexpr BinaryOp binaryOps[] = {
    BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul,      BinaryOp::Div,
    BinaryOp::Rem, BinaryOp::Pow, BinaryOp::FloorDiv, BinaryOp::FloorMod,
    BinaryOp::Eq,  BinaryOp::Lt,  BinaryOp::And};

TEST(Interval, HoldsAllResults) {
  for (BinaryOp op : binaryOps)
    for (const Interval &a : intervals())
      for (const Interval &b : intervals()) {
        bool partial = false;
        Interval all = hull(op, a, b, partial), result = apply(op, a, b);
        ASSERT_TRUE(isWithin(all, result))
            << int(op) << " of " << str(a) << " and " << str(b) << ": "
            << str(result) << ", not " << str(all);
      }
}

TEST(Interval, IsExactWhereTheOperationIsMonotonic) {
  for (BinaryOp op : {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul,
                      BinaryOp::Div, BinaryOp::FloorDiv})
    for (const Interval &a : intervals())
      for (const Interval &b : intervals()) {
        bool partial = false;
        Interval all = hull(op, a, b, partial);
        if (partial)
          continue;
        ASSERT_EQ(apply(op, a, b), all)
            << int(op) << " of " << str(a) << " and " << str(b);
      }
}

TEST(Interval, OfIntrinsics) {
  for (Intrinsic fn : {Intrinsic::Min, Intrinsic::Max, Intrinsic::Dim,
                       Intrinsic::Sign, Intrinsic::Abs})
    for (const Interval &a : intervals())
      for (const Interval &b : intervals()) {
        std::vector<Interval> args{a, b};
        if (fn == Intrinsic::Abs)
          args.pop_back();
        Interval all = Interval::none();
        for (int64_t x = *a.low; x <= *a.high; ++x)
          for (int64_t y = *b.low; y <= *b.high; ++y)
            all = all.unite(Interval::of(*loopyc::apply(fn, {x, y})));
        ASSERT_TRUE(isWithin(all, loopyc::apply(fn, args)))
            << int(fn) << " of " << str(a) << " and " << str(b);
      }
}

TEST(Interval, OpenEnds) {
  Interval sizes{0, std::nullopt}, all;
  EXPECT_EQ(apply(BinaryOp::Add, sizes, Interval::of(3)),
            (Interval{3, std::nullopt}));
  EXPECT_EQ(apply(BinaryOp::Sub, Interval::of(3), sizes),
            (Interval{std::nullopt, 3}));
  EXPECT_EQ(apply(UnaryOp::Neg, sizes), (Interval{std::nullopt, 0}));
  EXPECT_EQ(apply(BinaryOp::FloorMod, all, Interval::of(4)), (Interval{0, 3}));
  EXPECT_EQ(apply(BinaryOp::Rem, all, Interval::of(4)), (Interval{-3, 3}));
  EXPECT_EQ(loopyc::apply(Intrinsic::Min, {sizes, Interval::of(7)}),
            (Interval{0, 7}));
  EXPECT_EQ(loopyc::apply(Intrinsic::Max, {all, Interval::of(7)}),
            (Interval{7, std::nullopt}));
  EXPECT_EQ(sizes.unite({-2, 5}), (Interval{-2, std::nullopt}));
  EXPECT_EQ(all.count(), std::nullopt);
}

TEST(Interval, EndsThatDoNotFit) {
  Interval least = Interval::of(INT64_MIN), most = Interval::of(INT64_MAX);
  EXPECT_EQ(apply(UnaryOp::Neg, least), Interval());
  EXPECT_EQ(apply(BinaryOp::Add, most, {0, 1}),
            (Interval{INT64_MAX, std::nullopt}));
  EXPECT_EQ(apply(BinaryOp::Sub, least, {0, 1}),
            (Interval{std::nullopt, INT64_MIN}));
  EXPECT_EQ(apply(BinaryOp::Div, least, Interval::of(-1)), Interval());
  EXPECT_EQ(apply(BinaryOp::FloorMod, most, least), Interval());
  EXPECT_EQ(loopyc::apply(Intrinsic::Max, {least, {3, 10}}), (Interval{3, 10}));
  EXPECT_EQ((Interval{INT64_MIN, INT64_MAX}).count(), std::nullopt);
}

TEST(Interval, OfNamesInSets) {
  auto set = poly::Set::parse("[n] -> { [i, j] : 0 <= i < 8 and i <= j <= n }");
  EXPECT_EQ(intervalOf("i", set), (Interval{0, 7}));
  EXPECT_EQ(intervalOf("j", set), (Interval{0, std::nullopt}));
  EXPECT_TRUE(
      poly::Set::parse("[i] -> { : 0 <= i < 8 }").isEqual(within("i", {0, 7})));
  // Ends that have more than 64 bits are none.
  auto large = poly::Set::parse(
      "{ [i, k] : 0 <= k <= 9223372036854775807 and 0 <= i <= 4k }");
  EXPECT_EQ(intervalOf("i", large), (Interval{0, std::nullopt}));
}

} // namespace
