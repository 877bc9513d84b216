#include "../../lib/Frontend/ArrayViews.h"

#include "gtest/gtest.h"

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

Expr n = Expr::var("n"), m = Expr::var("m"), j = Expr::var("j"),
     s = Expr::var("s"), t = Expr::var("t");

Expr number(int value) { return Expr::integer(value); }

Variable array(const std::vector<Expr> &extents) {
  Variable result;
  result.name = "a";
  result.type = Type::real(8);
  for (const Expr &extent : extents) {
    Axis axis;
    axis.extent = extent;
    result.axes.push_back(axis);
    result.declared.extents.push_back(extent);
    result.declared.lowerBounds.push_back(number(1));
  }
  return result;
}

// The element of the dummy argument, or why it is not known.
std::string element(const StridedView &actual, const std::vector<Expr> &extents,
                    const std::vector<Expr> &subscripts) {
  auto result = reshaped(actual, extents);
  if (const auto *reason = std::get_if<std::string>(&result))
    return *reason;
  return std::get<StridedView>(result).element(subscripts).str();
}

} // namespace

TEST(ArrayViews, EqualExtentsFromTheLeftAreDimensions) {
  StridedView whole = wholeOf(array({n, m}));
  EXPECT_EQ(element(whole, {n, m}, {s, t}), "a[s, t]");
  EXPECT_EQ(element(whole, {n, number(2)}, {s, t}), "a[s, t]");
  EXPECT_EQ(element(whole, {n}, {s}), "a[s, 0]");
  EXPECT_EQ(element(whole, {n - 1}, {s}), "a[s, 0]");
}

TEST(ArrayViews, WhatMayGoOnInTheNextDimensionIsUnknown) {
  StridedView whole = wholeOf(array({n, m}));
  EXPECT_EQ(element(whole, {m}, {s}),
            "its extent m may go beyond the n elements of dimension 1 of 'a'");
  EXPECT_EQ(element(whole, {m, n}, {s, t}),
            "its extent m in dimension 1 is not that of the actual argument, "
            "n");
  EXPECT_EQ(element(whole, {Expr()}, {s}),
            "its elements, of an assumed size, may go beyond the n elements of "
            "dimension 1 of 'a'");
}

TEST(ArrayViews, TheLastDimensionTakesTheRest) {
  StridedView vector = wholeOf(array({n * m}));
  EXPECT_EQ(element(vector, {n, m}, {s, t}), "a[n*t + s]");
  EXPECT_EQ(element(vector, {Expr()}, {s}), "a[s]");
}

TEST(ArrayViews, SequencesBeginAtAnElement) {
  StridedView whole = wholeOf(array({n, m}));
  StridedView column = sequenceFrom(whole, {number(0), j});
  EXPECT_EQ(element(column, {n}, {s}), "a[s, j]");
  EXPECT_EQ(element(column, {n, number(2)}, {s, t}), "a[s, j + t]");
  StridedView rest = sequenceFrom(whole, {number(2), j});
  EXPECT_EQ(element(rest, {n - 2}, {s}), "a[s + 2, j]");
  EXPECT_EQ(element(rest, {n}, {s}),
            "its extent n may go beyond the n - 2 elements of dimension 1 of "
            "'a'");
  StridedView last = sequenceFrom(wholeOf(array({n})), {j});
  EXPECT_EQ(element(last, {Expr()}, {s}), "a[j + s]");
}

TEST(ArrayViews, SectionsHaveStrides) {
  StridedView whole = wholeOf(array({n, m}));
  // a(2:n:2, j + 1)
  StridedView section =
      sectionOf(whole, {{number(1), number(2), n - 1}, {j, {}, {}}});
  ASSERT_EQ(section.dimensions.size(), 1u);
  EXPECT_EQ(section.element({s}).str(), "a[2*s + 1, j]");
  EXPECT_EQ(section.dimensions[0].size.str(), "max(0, n / 2)");
  // (n:1:-1) of that
  StridedView reversed = sectionOf(section, {{n - 1, number(-1), number(0)}});
  EXPECT_EQ(reversed.element({s}).str(), "a[2*n - 2*s - 1, j]");
  StridedView all = sectionOf(
      whole, {{number(0), number(1), n - 1}, {number(0), number(1), Expr()}});
  EXPECT_EQ(all.dimensions[0].size.str(), "n");
  EXPECT_EQ(all.dimensions[1].size.str(), "m");
}
