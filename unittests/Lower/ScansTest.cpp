// Scans as steps give what the running values gave, in reference order; that
// schedules keep to that order is proved elsewhere.
#include "Helpers.h"

#include "loopyc/Lower/ParallelReductions.h"
#include "loopyc/Lower/Scans.h"

using namespace loopyc;

static Kernel scansRealized(const Kernel &kernel) {
  EXPECT_TRUE(hasScans(kernel)) << kernelStr(kernel);
  Kernel after = realizeScans(kernel);
  EXPECT_FALSE(hasScans(after)) << kernelStr(after);
  expectEqualRuns(kernel, after);
  expectEqualRuns(kernel, realizeParallelReductions(after));
  return after;
}

static int count(const Kernel &kernel, const std::string &part) {
  int count = 0;
  for (const InstructionPtr &insn : kernel.instructions)
    count += insn->id.find(part) != std::string::npos;
  return count;
}

// for i: s = VALUE; y[i] = s
static Kernel running(const std::string &value) {
  TestKernel k("running");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("a", {"n"}).array("y", {"n"}).array("last", {"1"});
  k.temporary("s");
  k.insn("begin", {}, "s = x[0]", {0});
  k.insn("update", {"i"}, "s = " + value, {1, "i", 0});
  k.insn("use", {"i"}, "y[i] = s", {1, "i", 1});
  k.insn("end", {}, "last[0] = s", {2});
  return k.kernel;
}

TEST(Scans, OnWorkItemsAndGroups) {
  for (const char *value : {"s + x[i]", "max(s, x[i])", "a[i]*s + x[i]"})
    for (const char *outer : {"", "g.0"})
      for (int length : {1, 3, 4})
        scansRealized(split(running(value), "i", length, outer, "l.0"));
}

TEST(Scans, InRunsAndSteps) {
  for (const char *value : {"s + x[i]", "x[i] - s*a[i]"}) {
    Kernel groups = split(running(value), "i", 6, "g.0", "");
    scansRealized(groups);
    scansRealized(split(groups, "i_inner", 2, "l.0", ""));
    scansRealized(split(groups, "i_inner", 2, "", "l.0"));
    Kernel host = split(running(value), "i", 6, "", "");
    scansRealized(split(host, "i_inner", 2, "g.0", "l.0"));
  }
}

TEST(Scans, ByLookBack) {
  for (const char *value : {"s + x[i]", "max(s, x[i])", "a[i]*s + x[i]"})
    for (int length : {1, 3, 4}) {
      Kernel kernel = split(running(value), "i", length, "g.0", "l.0");
      kernel.reductionsAcross["s"] = AcrossGroups::LookBack;
      Kernel after = scansRealized(kernel);
      const Instruction &back = **after.findInstruction("update_back");
      EXPECT_TRUE(back.looksBack());
      EXPECT_EQ(std::get<CallBody>(back.body).arguments.size(),
                value[0] == 'a' ? 5u : 4u);
      EXPECT_FALSE(after.findVariable("s_totals"));
      ASSERT_EQ(after.history.size(), value[0] == 'm' ? 0u : 1u);
    }
}

TEST(Scans, OverTwoAxesOfAGroup) {
  for (const char *outer : {"", "g.0"}) {
    Kernel rows = split(running("s + x[i]"), "i", 6, outer, "");
    Kernel after = scansRealized(split(rows, "i_inner", 2, "l.1", "l.0"));
    for (const auto &[iname, tag] : after.inameTags)
      EXPECT_FALSE(tag.isLocal() && tag.axis == 1) << iname;
  }
}

TEST(Scans, AreCutIntoThreeLaunches) {
  Kernel after =
      scansRealized(split(running("s + x[i]"), "i", 4, "g.0", "l.0"));
  EXPECT_EQ(count(after, "barrier"), 2) << kernelStr(after);
  after = scansRealized(split(running("s + x[i]"), "i", 4, "", "l.0"));
  EXPECT_EQ(count(after, "barrier"), 0) << kernelStr(after);
}

TEST(Scans, AlongAnArray) {
  TestKernel k("along");
  k.domain("[n] -> { [i] : 0 <= i < n - 1 }");
  k.array("x", {"n"}).array("y", {"n"});
  k.insn("next", {"i"}, "y[i + 1] = y[i]*x[i] + x[i + 1]", {0, "i", 0});
  scansRealized(split(k.kernel, "i", 3, "g.0", "l.0"));
  TestKernel by2("two");
  by2.domain("[n] -> { [i] : 0 <= i < n - 2 }").array("y", {"n"});
  by2.insn("next", {"i"}, "y[i + 2] = y[i] + y[i]", {0, "i", 0});
  EXPECT_FALSE(hasScans(split(by2.kernel, "i", 3, "g.0", "l.0")));
}

TEST(Scans, AreNotWhatFeedsBack) {
  for (const char *value : {"s + y[i]", "sqrt(s) + x[i]", "s*s + x[i]"}) {
    Kernel kernel = split(running(value), "i", 4, "", "l.0");
    bool readsOwn = std::string(value) == "s + y[i]";
    EXPECT_EQ(hasScans(kernel), readsOwn) << value;
    if (readsOwn) // y[i] is what it was ahead of the loop
      scansRealized(kernel);
    else
      EXPECT_NE(whyNoScan(kernel, **kernel.findInstruction("update")), "");
  }
}
