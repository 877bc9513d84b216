#include "loopyc/Analysis/Layout.h"
#include "../TestKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace loopyc;

namespace {

using Numbers = std::vector<int64_t>;

// An array of these extents and strides, in a kernel with n and m.
struct Strided {
  TestKernel test{"strided"};

  Strided(const std::vector<std::string> &extents,
          const std::vector<std::string> &strides,
          const std::string &assumed = "") {
    test.value("n").value("m").value("ld").array("a", extents);
    if (!assumed.empty())
      test.assume("[n, m, ld] -> { : " + assumed + " }");
    auto array = std::make_shared<Variable>(*test.kernel.findVariable("a"));
    for (size_t a = 0; a < strides.size(); ++a)
      array->axes[a].tag =
          StrideAxis{parseExpr(strides[a], resolverOf(test.kernel))};
    test.kernel.setVariable(array);
  }

  bool isAccepted() const {
    try {
      checkLayout(test.kernel, *test.kernel.findVariable("a"));
      return true;
    } catch (const UserError &) {
      return false;
    }
  }
};

std::vector<std::string> texts(const Numbers &numbers) {
  std::vector<std::string> result;
  for (int64_t number : numbers)
    result.push_back(std::to_string(number));
  return result;
}

// One element after the other.
bool areApart(const Numbers &extents, const Numbers &strides) {
  std::set<int64_t> places;
  Numbers index(extents.size(), 0);
  for (;;) {
    int64_t place = 0;
    for (size_t a = 0; a < index.size(); ++a)
      place += strides[a] * index[a];
    if (!places.insert(place).second)
      return false;
    size_t a = 0;
    while (a < index.size() && ++index[a] == extents[a])
      index[a++] = 0;
    if (a == index.size())
      return true;
  }
}

} // namespace

TEST(Layout, NumbersAsEnumerated) {
  std::mt19937 random(1);
  auto pick = [&](int most) {
    return std::uniform_int_distribution<int>(1, most)(random);
  };
  int apart = 0;
  for (int i = 0; i < 600; ++i) {
    Numbers extents, strides;
    for (int a = 1 + pick(2); a > 0; --a) {
      extents.push_back(pick(5));
      strides.push_back(pick(20));
    }
    bool expected = areApart(extents, strides);
    apart += expected;
    EXPECT_EQ(Strided(texts(extents), texts(strides)).isAccepted(), expected)
        << testing::PrintToString(extents) << testing::PrintToString(strides);
  }
  EXPECT_GT(apart, 100);
  EXPECT_LT(apart, 500);
}

// What is accepted for all sizes is right for small ones.
TEST(Layout, ParametersAsEnumerated) {
  using Texts = std::vector<std::string>;
  const Texts extents = {"n", "m", "3"};
  const Texts first = {"1", "2", "m", "3", "3*m"};
  const Texts second = {"1", "n", "ld", "2*n", "3", "ld - 1"};
  const Texts third = {"1", "n*m", "ld*m", "ld*m - 1", "n*m + m", "2*n*m"};
  int accepted = 0;
  for (size_t i = 0; i < first.size() * second.size() * third.size(); ++i) {
    const Texts strides = {first[i % 5], second[i / 5 % 6], third[i / 30]};
    Strided given(extents, strides, "ld >= n");
    if (!given.isAccepted())
      continue;
    ++accepted;
    for (int64_t n = 1; n < 5; ++n)
      for (int64_t m = 1; m < 5; ++m)
        for (int64_t ld = n; ld < n + 3; ++ld) {
          Substitution sizes = {{"n", Expr::integer(n)},
                                {"m", Expr::integer(m)},
                                {"ld", Expr::integer(ld)}};
          Numbers steps;
          for (const Axis &axis : given.test.kernel.findVariable("a")->axes)
            steps.push_back(*asInteger(fold(
                substitute(std::get<StrideAxis>(axis.tag).stride, sizes))));
          EXPECT_TRUE(areApart({n, m, 3}, steps))
              << testing::PrintToString(strides);
        }
  }
  EXPECT_GT(accepted, 5);
}

TEST(Layout, Parameters) {
  EXPECT_TRUE(Strided({"n", "m"}, {"1", "n"}).isAccepted());
  EXPECT_TRUE(Strided({"n", "m"}, {"m", "1"}).isAccepted());
  EXPECT_TRUE(Strided({"n", "m"}, {"1", "ld"}, "ld >= n").isAccepted());
  EXPECT_FALSE(Strided({"n", "m"}, {"1", "ld"}).isAccepted());
  EXPECT_TRUE(
      Strided({"n", "m", "8"}, {"1", "ld", "ld*m"}, "ld >= n").isAccepted());
  EXPECT_TRUE(Strided({"n", "m", "8"}, {"2", "2*ld", "2*ld*(m + 1)"}, "ld >= n")
                  .isAccepted());
  EXPECT_FALSE(
      Strided({"n", "m", "8"}, {"1", "ld", "n*m"}, "ld >= n").isAccepted());
  // An axis of one element goes nowhere.
  EXPECT_TRUE(Strided({"n", "1"}, {"1", "1"}).isAccepted());
  EXPECT_FALSE(Strided({"n", "2"}, {"1", "1"}).isAccepted());
  // The last axis of an assumed-size array.
  Strided open({"n", "m"}, {"1", "n"});
  auto array = std::make_shared<Variable>(*open.test.kernel.findVariable("a"));
  array->axes[1].extent = Expr();
  open.test.kernel.setVariable(array);
  EXPECT_TRUE(open.isAccepted());
}

TEST(Layout, Sizes) {
  EXPECT_TRUE(Strided({"1000000", "1000000"}, {}).isAccepted());
  EXPECT_FALSE(Strided({"2147483647", "2147483647"}, {}).isAccepted());
  EXPECT_FALSE(
      Strided({"2147483647", "2147483647", "2147483647"}, {}).isAccepted());
  EXPECT_FALSE(Strided({"n"}, {"1000000000000"}).isAccepted());
}
