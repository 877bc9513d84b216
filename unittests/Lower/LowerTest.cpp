#include "../TestKernel.h"

#include "loopyc/Lower/Lower.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

// s() := 2*a[i], and b[i] = s() over an iname whose axis is open.
static TestKernel ruleKernel() {
  TestKernel k("k");
  k.domain("{ [i] : 0 <= i < 64 }").array("a", {"64"}).array("b", {"64"});
  Expr value = parseExpr("2*a[i]", resolverOf(k.kernel));
  k.kernel.rules.push_back({"s", {}, value});
  k.insn("insn", {"i"}, "b[i] = s()", {0, "i", 0}).tag("i", "l.auto");
  return k;
}

static std::vector<std::string> passesOn(const Kernel &kernel) {
  std::vector<std::string> names;
  lower(kernel, [&](const LoweringPass &pass, const Kernel &, const Kernel &) {
    names.push_back(pass.name);
  });
  return names;
}

TEST(Lower, RunsThePassesThatAreNeededInTheirOrder) {
  TestKernel k = ruleKernel();
  EXPECT_EQ(passesOn(k.kernel),
            (std::vector<std::string>{"expand-rules", "resolve-axes"}));
  Kernel lowered = lower(k.kernel).launches.front();
  EXPECT_TRUE(lowered.rules.empty());
  EXPECT_EQ(lowered.instructions[0]->assignment().value.str(), "2.0d0*a[i]");
  EXPECT_FALSE(lowered.tagOf("i").isOpen());
  EXPECT_TRUE(passesOn(lowered).empty());
}

TEST(Lower, RealizesReductionsOfRules) {
  TestKernel k("k");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [k] : 0 <= k < n }")
      .array("a", {"n", "n"})
      .array("b", {"n"});
  k.rule("row", {"x"}, "sum(k, a[x, k])");
  k.insn("insn", {"i"}, "b[i] = row(i)", {0, "i", 0});
  EXPECT_EQ(passesOn(k.kernel),
            (std::vector<std::string>{"expand-rules", "realize-reductions",
                                      "place-temporaries"}));
  EXPECT_FALSE(isLowered(k.kernel));
  EXPECT_EQ(lower(k.kernel).launches.front().instructions.size(), 3u);
}

TEST(Lower, LeavesAKernelThatNeedsNothing) {
  TestKernel k("k");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"});
  k.insn("insn", {"i"}, "a[i] = 1.0", {0, "i", 0});
  EXPECT_TRUE(passesOn(k.kernel).empty());
  EXPECT_EQ(lower(k.kernel).launches.front().instructions[0], k.kernel.instructions[0]);
}

TEST(Lower, PlacesTemporariesAndGivesIterationsSideBySideTheirOwn) {
  TestKernel k("k");
  k.domain("[n] -> { [g] : 0 <= g < n }")
      .domain("{ [i] : 0 <= i < 4 }")
      .array("a", {"4", "n"})
      .temporary("t", {});
  k.insn("set", {"g", "i"}, "t = a[i, g]", {0, "g", 0, "i", 0})
      .insn("use", {"g", "i"}, "a[i, g] = 2*t", {0, "g", 0, "i", 1});
  k.tag("g", "g.0").tag("i", "ilp");
  EXPECT_FALSE(isLowered(k.kernel));
  EXPECT_EQ(passesOn(k.kernel),
            (std::vector<std::string>{"place-temporaries",
                                      "expand-inner-temporaries"}));
  Kernel lowered = lower(k.kernel).launches.front();
  EXPECT_TRUE(isLowered(lowered));
  VariablePtr t = lowered.findVariable("t");
  EXPECT_EQ(t->space, AddressSpace::Private);
  ASSERT_EQ(t->axes.size(), 1u);
  EXPECT_EQ(asInteger(t->axes[0].extent), 4);
  // Where it is for people to read, iterations keep one name.
  Kernel shown = preprocess(k.kernel);
  EXPECT_EQ(shown.findVariable("t")->space, AddressSpace::Private);
  EXPECT_TRUE(shown.findVariable("t")->axes.empty());
}
