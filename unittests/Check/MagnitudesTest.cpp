// What the errors of sums are relative to in --check.
#include "../../lib/Check/Magnitudes.h"
#include "../TestKernel.h"

#include <cmath>

using namespace loopyc;
using namespace loopyc::check;

namespace {

std::string magnitude(const TestKernel &k, const std::string &variable,
                      const Values &sizes, std::set<std::string> inputs) {
  Expr e = Magnitudes(k.kernel, sizes, std::move(inputs)).of(variable);
  return e ? e.str() : "none";
}

// The value at i0, where all inputs are at most 1.
double at(const TestKernel &k, const std::string &variable, int64_t i0,
          const Values &sizes, std::set<std::string> inputs) {
  Expr e = Magnitudes(k.kernel, sizes, inputs).of(variable);
  Substitution values{{"i0", Expr::integer(i0, Type::integer(8))}};
  for (const std::string &input : inputs)
    values[largestName(input)] = Expr::real(1, Type::real(8));
  std::function<double(const Expr &)> value = [&](const Expr &part) -> double {
    std::vector<Expr> of = operands(part);
    if (auto integer = evaluate(part, {}))
      return static_cast<double>(*integer);
    if (const auto *literal = part.getIf<RealLit>())
      return literal->value;
    if (part.getIf<Cast>())
      return value(of[0]);
    if (const auto *binary = part.getIf<Binary>())
      return binary->op == BinaryOp::Add ? value(of[0]) + value(of[1])
             : binary->op == BinaryOp::Mul
                 ? value(of[0]) * value(of[1])
                 : std::pow(value(of[0]), value(of[1]));
    if (part.getIf<Call>())
      return std::max(value(of[0]), value(of[1]));
    ADD_FAILURE() << part.str();
    return 0;
  };
  return e ? value(substitute(e, values)) : -1;
}

// for i: s = s - x[i]; y[n - i - 1] = s
TestKernel scan() {
  TestKernel k("scan");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("y", {"n"}).array("s", {});
  k.insn("add", {"i"}, "s = s - x[i]", {0, "i", 0});
  k.insn("put", {"i"}, "y[n - i - 1] = s", {0, "i", 1});
  return k;
}

} // namespace

TEST(Magnitudes, OfASumAreThoseOfItsTerms) {
  TestKernel k("dot");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("a", {"n"}).array("b", {"n"}).array("s", {});
  k.insn("zero", {}, "s = 0.0d0", {0});
  k.insn("add", {"i"}, "s = s + a[i]*b[i]", {1, "i", 0});
  EXPECT_EQ(at(k, "s", 0, {{"n", 100}}, {"a", "b"}), 100);
  EXPECT_EQ(at(k, "a", 0, {{"n", 100}}, {"a", "b"}), 1);
}

TEST(Magnitudes, OfRunningSumsGrowWithTheElement) {
  TestKernel k = scan();
  for (int64_t i0 : {0, 3, 9})
    EXPECT_EQ(at(k, "y", i0, {{"n", 10}}, {"x", "s"}), 1 + (10 - i0));
}

TEST(Magnitudes, BeginAgainWhereTheSumDoes) {
  TestKernel k("rows");
  k.domain("[n, m] -> { [j, i] : 0 <= i < n and 0 <= j < m }");
  k.array("x", {"n"}).array("y", {"n"}).array("s", {}).array("t", {});
  k.insn("zero", {"j"}, "s = 0.0d0", {0, "j", 0});
  k.insn("add", {"j", "i"}, "s = s + x[i]", {0, "j", 1, "i", 0});
  k.insn("put", {"j", "i"}, "y[i] = s", {0, "j", 1, "i", 1});
  k.insn("all", {"j", "i"}, "t = t + x[i]", {0, "j", 1, "i", 2});
  Values sizes{{"n", 10}, {"m", 7}};
  EXPECT_EQ(at(k, "y", 4, sizes, {"x"}), 5);
  EXPECT_EQ(at(k, "t", 0, sizes, {"x"}), 70);
}

TEST(Magnitudes, OfARecurrenceAreThoseOfASum) {
  TestKernel k("chain");
  k.domain("[n] -> { [i] : 0 <= i < n - 1 }");
  k.array("x", {"n"}).array("y", {"n"});
  k.insn("add", {"i"}, "y[i + 1] = y[i] - x[i + 1]", {0, "i", 0});
  EXPECT_EQ(at(k, "y", 4, {{"n", 10}}, {"x", "y"}), 1 + 4);
}

TEST(Magnitudes, OfProductsGrowWithTheirFactors) {
  TestKernel k("growth");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("t", {});
  k.insn("grow", {"i"}, "t = t*(1 + x[i]/n)", {0, "i", 0});
  EXPECT_NEAR(at(k, "t", 0, {{"n", 100}}, {"x", "t"}), std::pow(1.01, 100),
              1e-12);
}

TEST(Magnitudes, AreUnknownOfWhatIsNoSum) {
  TestKernel k("other");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("y", {"n"}).array("p", {}).array("q", {});
  k.array("u", {"n"}).array("v", {"n"});
  k.insn("product", {"i"}, "p = p*x[i]", {0, "i", 0});
  k.insn("quotient", {"i"}, "q = q + 1/x[i]", {0, "i", 1});
  k.insn("forth", {"i"}, "u[i] = v[i] + x[i]", {0, "i", 2});
  k.insn("back", {"i"}, "v[i] = u[i] + x[i]", {0, "i", 3});
  for (const char *name : {"p", "q", "u", "v"})
    EXPECT_EQ(magnitude(k, name, {{"n", 40}}, {"x"}), "none") << name;
}

TEST(Magnitudes, OfWhatStandsForNoneAreNotCounted) {
  TestKernel k("nearest");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("r", {"n"}).array("q", {"n"}).array("c", {});
  k.temporary("best").temporary("far").temporary("two");
  k.insn("none", {"i"}, "best = 1.0d30", {0, "i", 0});
  k.insn("some", {"i"}, "best = min(best, x[i])", {0, "i", 1});
  k.insn("put", {"i"}, "r[i] = best + x[i]", {0, "i", 2});
  k.insn("huge", {"i"}, "far = -1.0d30", {0, "i", 3});
  k.insn("clip", {"i"}, "q[i] = max(x[i], far, 5.0d0)", {0, "i", 4});
  // What is nothing but constants is one of them.
  k.insn("more", {"i"}, "two = 1000.0d0", {0, "i", 5});
  k.insn("less", {"i"}, "two = 2.0d0", {0, "i", 6});
  k.insn("all", {"i"}, "c = c + two*x[i]", {0, "i", 7});
  Values sizes{{"n", 10}};
  EXPECT_EQ(at(k, "r", 0, sizes, {"x"}), 1 + 1);
  EXPECT_EQ(at(k, "q", 0, sizes, {"x"}), 5);
  EXPECT_EQ(at(k, "c", 0, sizes, {"x"}), 10 * 1000);
}

TEST(Magnitudes, OfBinsAreThoseOfAllThatFallsIntoThem) {
  TestKernel k("bins");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("h", {"n"});
  k.insn("add", {"i"}, "h[i % 4] = h[i % 4] + x[i]", {0, "i", 0});
  EXPECT_EQ(at(k, "h", 1, {{"n", 100}}, {"x"}), 100);
}

TEST(Magnitudes, OfPowersAreNoLongerThanThem) {
  TestKernel k("squares");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("y", {}).array("z", {});
  k.temporary("t0").temporary("u0");
  k.insn("t0", {"i"}, "t0 = x[i]", {0, "i", 0});
  k.insn("u0", {"i"}, "u0 = x[i]", {0, "i", 0});
  for (int step = 1; step <= 30; ++step) {
    std::string now = std::to_string(step), last = std::to_string(step - 1);
    k.temporary("t" + now).temporary("u" + now);
    k.insn("t" + now, {"i"}, "t" + now + " = 0.5d0*t" + last + "**2",
           {0, "i", step});
    k.insn("u" + now, {"i"}, "u" + now + " = u" + last + "*u" + last,
           {0, "i", step});
  }
  k.insn("y", {"i"}, "y = y + t30", {0, "i", 40});
  k.insn("z", {"i"}, "z = z + u30", {0, "i", 41});
  EXPECT_LT(magnitude(k, "y", {{"n", 10}}, {"x"}).size(), 1000u);
  EXPECT_EQ(magnitude(k, "z", {{"n", 10}}, {"x"}), "none");
}
