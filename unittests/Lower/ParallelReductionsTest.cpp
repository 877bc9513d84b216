// Parallel reductions as steps give what the updates gave, in reference order;
// that schedules keep to that order is proved elsewhere.
#include "Helpers.h"

#include "loopyc/Lower/ParallelReductions.h"

using namespace loopyc;

static Kernel realized(const Kernel &kernel) {
  EXPECT_TRUE(hasParallelReductions(kernel));
  Kernel after = realizeParallelReductions(kernel);
  EXPECT_FALSE(hasParallelReductions(after)) << kernelStr(after);
  expectEqualRuns(kernel, after);
  return after;
}

static int countIds(const Kernel &kernel, const std::string &part) {
  int count = 0;
  for (const InstructionPtr &insn : kernel.instructions)
    count += insn->id.find(part) != std::string::npos;
  return count;
}

// for i: s = s + a[i]; low = min(low, a[i])
static Kernel sums() {
  TestKernel k("sums");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"});
  k.array("s", {"1"}).array("low", {"1"});
  k.insn("sum", {"i"}, "s[0] = s[0] + a[i]", {0, "i", 0});
  k.insn("min", {"i"}, "low[0] = min(low[0], a[i])", {0, "i", 1});
  return k.kernel;
}

TEST(ParallelReductions, OnWorkItemsAndGroups) {
  for (const char *outer : {"", "g.0", "l.1"})
    for (const char *inner : {"l.0", "g.1", "ilp", "vec"})
      for (int length : {1, 3, 4})
        if (std::string(outer) != "l.1")
          realized(split(sums(), "i", length, outer, inner));
}

TEST(ParallelReductions, HaveOneBarrierForAllGroupsTogether) {
  Kernel after = realized(split(sums(), "i", 4, "g.0", "l.0"));
  int barriers = 0;
  for (const InstructionPtr &insn : after.instructions)
    barriers += std::holds_alternative<BarrierBody>(insn->body);
  EXPECT_EQ(barriers, 1) << kernelStr(after);
}

TEST(ParallelReductions, OfTwoAxesOfGroupsAndItems) {
  TestKernel k("field");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("[n] -> { [j] : 0 <= j < n }");
  k.array("f", {"n", "n"}).array("s", {"1"});
  k.insn("sum", {"j", "i"}, "s[0] = s[0] + f[i, j]", {0, "j", 0, "i", 0});
  realized(split(split(k.kernel, "i", 3, "g.0", "l.0"), "j", 2, "g.1", "l.1"));
  realized(split(split(k.kernel, "i", 3, "", "l.0"), "j", 2, "g.0", "ilp"));
}

// y[j] = y[j] + a[j, k], the loops in either order
static Kernel rows(bool outside) {
  TestKernel k("rows");
  k.domain("[n] -> { [j] : 0 <= j < n }").domain("[n] -> { [k] : 0 <= k < n }");
  k.array("a", {"n", "n"}).array("y", {"n"});
  if (outside)
    k.insn("sum", {"j", "k"}, "y[j] = y[j] + a[j, k]", {0, "j", 0, "k", 0});
  else
    k.insn("sum", {"k", "j"}, "y[j] = y[j] + a[j, k]", {0, "k", 0, "j", 0});
  return k.kernel;
}

TEST(ParallelReductions, IntoElements) {
  for (bool outside : {true, false})
    for (const char *outer : {"", "g.1"})
      for (const char *other : {"", "g.0", "l.1"}) {
        Kernel kernel = split(rows(outside), "k", 4, outer, "l.0");
        if (std::string(other) == "l.1")
          kernel = split(kernel, "j", 2, "", other);
        else
          kernel.inameTags["j"] = InameTag::parse(other);
        realized(kernel);
      }
}

// A guard and a triangle: elements that no iteration updates are not touched.
TEST(ParallelReductions, TouchNoOtherElements) {
  TestKernel k("some");
  k.domain("[n] -> { [j] : 0 <= j < n }").domain("[n] -> { [k] : 0 <= k < n }");
  k.array("a", {"n", "n"}).array("y", {"n"});
  k.insn("sum", {"j", "k"}, "y[j + 1] = y[j + 1] + a[j, k]",
         {0, "j", 0, "k", 0}, {"j + 1 < n"});
  Kernel after = realized(split(k.kernel, "k", 4, "", "l.0"));
  EXPECT_EQ((*after.findInstruction("sum_result"))->predicates.size(), 1u);
}

// for t: for i: s = s + a[i, t]: one round of steps after both loops.
TEST(ParallelReductions, StandOutsideOfLoopsThatOnlyUpdate) {
  TestKernel k("hoisted");
  k.domain("[n] -> { [t] : 0 <= t < n }").domain("[n] -> { [i] : 0 <= i < n }");
  k.array("a", {"n", "n"}).array("s", {"1"}).array("r", {"n"});
  k.insn("sum", {"t", "i"}, "s[0] = s[0] + a[i, t]", {0, "t", 0, "i", 0});
  Kernel kernel = split(k.kernel, "i", 4, "", "l.0");
  EXPECT_FALSE((*realized(kernel).findInstruction("sum_store"))->within("t"));
  k.insn("use", {"t"}, "r[t] = s[0]", {0, "t", 1});
  kernel = split(k.kernel, "i", 4, "", "l.0");
  EXPECT_TRUE((*realized(kernel).findInstruction("sum_store"))->within("t"));
}

TEST(ParallelReductions, ShareWhatIsAlike) {
  TestKernel k("shared");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("s", {});
  k.insn("first", {"i"}, "s = s + a[i]", {0, "i", 0});
  k.insn("second", {"i"}, "s = s - 2*a[i]", {0, "i", 1}, {"i > 1"});
  Kernel after = realized(split(k.kernel, "i", 4, "", "l.0"));
  EXPECT_EQ(countIds(after, "_store"), 1) << kernelStr(after);
}

// t belongs to j; s, updated alone, does not.
TEST(ParallelReductions, OfValuesThatStartAfresh) {
  TestKernel k("fresh");
  k.domain("[n] -> { [j] : 0 <= j < n }").domain("[n] -> { [k] : 0 <= k < n }");
  k.array("a", {"n", "n"}).array("y", {"n"}).array("s", {"1"});
  k.temporary("t");
  k.insn("clear", {"j"}, "t = 0", {0, "j", 0});
  k.insn("add", {"j", "k"}, "t = t + a[j, k]", {0, "j", 1, "k", 0});
  k.insn("all", {"j", "k"}, "s[0] = s[0] + a[j, k]", {0, "j", 1, "k", 1});
  k.insn("use", {"j"}, "y[j] = t", {0, "j", 2});
  Kernel kernel = split(k.kernel, "k", 4, "", "l.0");
  kernel.inameTags["j"] = InameTag::parse("g.0");
  Kernel after = realized(kernel);
  EXPECT_TRUE((*after.findInstruction("add_store"))->within("j"));
  EXPECT_FALSE((*after.findInstruction("all_store"))->within("j"));
}

TEST(ParallelReductions, OfReductionsInExpressions) {
  TestKernel k("expression");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("[n] -> { [k] : 0 <= k < n }");
  k.array("a", {"n", "n"}).array("y", {"n"});
  k.insn("insn", {"i"}, "y[i] = 2*sum(k, a[i, k])", {0, "i", 0});
  Kernel kernel = realizeReductions(split(k.kernel, "k", 4, "", "l.0"));
  kernel.inameTags["i"] = InameTag::parse("g.0");
  realized(kernel);
}

// for j: for i: if (v < m) then; m = v; at = i + 1; to = j; x = b[i, j]
// with equal values: those of the comparison are at most 20.
static Kernel extremum(const std::string &comparison) {
  TestKernel k("extremum");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("[n] -> { [j] : 0 <= j < n }");
  k.array("a", {"n", "n"}).array("b", {"n", "n"}).array("m", {"2"});
  k.array("at", {}, Type::integer(4)).array("to", {}, Type::integer(4));
  k.array("x", {});
  k.temporary("c", {}, AddressSpace::Auto, Type::logical(4));
  k.insn("test", {"j", "i"}, "c = " + comparison, {0, "j", 0, "i", 0});
  k.insn("set", {"j", "i"}, "m[0] = min(a[i, j], 20.0)", {0, "j", 0, "i", 1},
         {"c"});
  k.insn("place", {"j", "i"}, "at = i + 1", {0, "j", 0, "i", 2}, {"c"});
  k.insn("other", {"j", "i"}, "to = n - j", {0, "j", 0, "i", 3}, {"c"});
  k.insn("value", {"j", "i"}, "x = b[i, j]", {0, "j", 0, "i", 4}, {"c"});
  return k.kernel;
}

TEST(ParallelReductions, OfExtremaWithPlaces) {
  for (const char *comparison :
       {"min(a[i, j], 20.0) > m[0]", "m[0] <= min(a[i, j], 20.0)",
        "min(a[i, j], 20.0) < m[0] and i > 1",
        "m[0] >= min(a[i, j], 20.0) and a[i, j] > 9.0"})
    for (const char *outer : {"", "g.0"})
      for (const char *inner : {"l.0", "ilp"})
        for (const char *row : {"", "g.1", "l.1"}) {
          Kernel kernel = split(extremum(comparison), "i", 3, outer, inner);
          realized(split(kernel, "j", 2, row == std::string("g.1") ? row : "",
                         row == std::string("g.1") ? "" : row));
        }
}

// Places that the rank tells are not carried.
TEST(ParallelReductions, OfExtremaFindPlacesAgain) {
  Kernel after =
      realized(split(extremum("min(a[i, j], 20.0) > m[0]"), "i", 4, "", "l.0"));
  EXPECT_TRUE(after.findVariable("m_rank_shared"));
  EXPECT_TRUE(after.findVariable("x_shared"));
  EXPECT_FALSE(after.findVariable("at_shared"));
  EXPECT_FALSE(after.findVariable("to_shared"));
}

// Equal integers are the same: no order is needed.
TEST(ParallelReductions, OfExtremaOfIntegersNeedNoRank) {
  TestKernel k("plain");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("m", {}, Type::integer(4));
  k.temporary("c", {}, AddressSpace::Auto, Type::logical(4));
  k.insn("test", {"i"}, "c = 2*i - 5 >= m", {0, "i", 0});
  k.insn("set", {"i"}, "m = 2*i - 5", {0, "i", 1}, {"c"});
  Kernel after = realizeParallelReductions(split(k.kernel, "i", 4, "", "l.0"));
  EXPECT_TRUE(after.findVariable("m_shared"));
  EXPECT_FALSE(after.findVariable("m_rank_shared"));
}

TEST(ParallelReductions, AcrossGroupsByAtomicUpdates) {
  Kernel kernel = split(sums(), "i", 4, "g.0", "l.0");
  kernel.reductionsAcross["s"] = AcrossGroups::Atomics;
  Kernel after = realized(kernel);
  const Instruction &update = **after.findInstruction("sum_atomic");
  ASSERT_TRUE(update.update());
  EXPECT_TRUE(update.update()->atomic);
  EXPECT_FALSE(after.findVariable("s_parts"));
  EXPECT_TRUE(after.findVariable("low_parts")); // of which nothing was said
  ASSERT_EQ(after.history.size(), 1u);
  EXPECT_NE(after.history[0].remarks[0].find("differently from run to run"),
            std::string::npos);
  kernel.reductionsAcross["low"] = AcrossGroups::Atomics;
  after = realized(kernel);
  for (const InstructionPtr &insn : after.instructions)
    EXPECT_FALSE(std::holds_alternative<BarrierBody>(insn->body));
}

TEST(ParallelReductions, AreNone) {
  auto why = [](const std::string &text, const std::string &other) {
    TestKernel k("none");
    k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"});
    k.array("b", {"n"}).array("s", {"1"});
    k.insn("insn", {"i"}, text, {0, "i", 0});
    if (!other.empty())
      k.insn("other", {"i"}, other, {0, "i", 1});
    Kernel kernel = split(k.kernel, "i", 4, "g.0", "l.0");
    EXPECT_FALSE(hasParallelReductions(kernel)) << text << "\n" << other;
    return whyNoReduction(kernel, *kernel.instructions.front());
  };
  auto expectWhy = [&](const std::string &text, const std::string &other,
                       const std::string &reason) {
    EXPECT_EQ(why(text, other), reason);
  };
  expectWhy("a[i] = a[i] + 1", "", "");
  expectWhy("s[0] = s[0] + a[i]", "b[i] = s[0]",
            "'other' reads 's' in the same loops");
  expectWhy("s[0] = s[0] + a[i]", "s[0] = 1",
            "'other' assigns 's' in the same loops");
  expectWhy("s[0] = s[0] + a[i]", "s[0] = s[0]*a[i]",
            "'other' updates 's' by another operation (product, not sum) in "
            "the same loops");
  EXPECT_NE(why("s[0] = 2*s[0] + a[i]", "").find("does not combine the value"),
            std::string::npos);
}

// What a script made atomic stays as it is, and others must not come between.
TEST(ParallelReductions, AreNoAtomicUpdates) {
  Kernel kernel = makeAtomic(split(sums(), "i", 4, "g.0", "l.0"), "s");
  EXPECT_EQ(whyNoReduction(kernel, *kernel.instructions.front()), "");
  Kernel after = realized(kernel); // that of low
  EXPECT_EQ(countIds(after, "sum"), 1) << kernelStr(after);
  EXPECT_TRUE((*after.findInstruction("sum"))->update()->atomic);

  TestKernel k("both");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("s", {"1"});
  k.insn("plain", {"i"}, "s[0] = s[0] + a[i]", {0, "i", 0});
  k.insn("atomic", {"i"}, "s[0] = s[0] - a[i]", {0, "i", 1});
  kernel = makeAtomic(split(k.kernel, "i", 4, "g.0", "l.0"), "s",
                      [](const Kernel &, const Instruction &insn) {
                        return insn.id == "atomic";
                      });
  EXPECT_FALSE(hasParallelReductions(kernel));
  EXPECT_EQ(whyNoReduction(kernel, *kernel.instructions.front()),
            "'atomic' updates 's' atomically in the same loops");
}

TEST(ParallelReductions, AcrossGroupsStandOutsideOfParallelLoops) {
  TestKernel k("inside");
  k.domain("[n] -> { [j] : 0 <= j < n }").domain("[n] -> { [k] : 0 <= k < n }");
  k.array("a", {"n", "n"}).array("y", {"n"}).temporary("t");
  k.insn("clear", {"j"}, "t = 0", {0, "j", 0});
  k.insn("add", {"j", "k"}, "t = t + a[j, k]", {0, "j", 1, "k", 0});
  k.insn("use", {"j"}, "y[j] = t", {0, "j", 2});
  k.tag("j", "g.0").tag("k", "g.1");
  EXPECT_FALSE(hasParallelReductions(k.kernel));
  EXPECT_EQ(whyNoReduction(k.kernel, *k.kernel.instructions[1]),
            "the parts of several work-groups would have to become one inside "
            "of 'j', which is parallel itself");
}

TEST(ParallelReductions, SayWhatTheyRound) {
  Kernel after = realizeParallelReductions(split(sums(), "i", 4, "g.0", "l.0"));
  ASSERT_EQ(after.history.size(), 1u);
  EXPECT_EQ(after.history[0].remarks,
            (Remarks{"reassociates the sum in s[0] over i_outer, i_inner"}));
}
