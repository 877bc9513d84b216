#include "../TestKernel.h"

#include "loopyc/Lower/Lower.h"

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
  lower(kernel, [&](const LoweringPass &pass, const Kernel &) {
    names.push_back(pass.name);
  });
  return names;
}

TEST(Lower, RunsThePassesThatAreNeededInTheirOrder) {
  TestKernel k = ruleKernel();
  EXPECT_EQ(passesOn(k.kernel),
            (std::vector<std::string>{"expand-rules", "resolve-axes"}));
  Kernel lowered = lower(k.kernel);
  EXPECT_TRUE(lowered.rules.empty());
  EXPECT_EQ(lowered.instructions[0]->assignment().value.str(), "2.0d0*a[i]");
  EXPECT_FALSE(lowered.tagOf("i").isOpen());
  EXPECT_TRUE(passesOn(lowered).empty());
}

TEST(Lower, LeavesAKernelThatNeedsNothing) {
  TestKernel k("k");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"});
  k.insn("insn", {"i"}, "a[i] = 1.0", {0, "i", 0});
  EXPECT_TRUE(passesOn(k.kernel).empty());
  EXPECT_EQ(lower(k.kernel).instructions[0], k.kernel.instructions[0]);
}
