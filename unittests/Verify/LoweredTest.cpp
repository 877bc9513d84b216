// What an instruction stands for is what is scheduled in its place.
#include "Helpers.h"

#include "loopyc/Lower/Lower.h"

using namespace loopyc;

// The kernel against what the passes of lib/Lower and the schedule make of it.
static std::string loweredVerdict(const Kernel &kernel) {
  Kernel lowered = lower(kernel).launches.front();
  ScheduledKernel scheduled = schedule(lowered);
  verify::VerifyInput input;
  input.originals.push_back({&kernel, {}});
  input.kernel = &lowered;
  input.scheduled = &scheduled;
  try {
    verify::VerifyResult result = verify::verifyKernel(input);
    return result.reason.empty() ? "ok" : result.reason;
  } catch (const UserError &error) {
    return error.what();
  }
}

static TestKernel reducing(const std::string &value) {
  TestKernel k("reducing");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [k] : 0 <= k < n }")
      .domain("[i] -> { [m] : 0 <= m < i }")
      .array("a", {"n", "n"})
      .array("b", {"n"})
      .array("y", {"n"});
  k.insn("insn", {"i"}, "y[i] = " + value, {0, "i", 0});
  return k;
}

TEST(Lowered, ReductionsRunAsTheyMean) {
  for (const char *value :
       {"sum(k, a[i, k]*b[k])", "product(k, b[k])", "min([k], a[i, k])",
        "max([k], a[k, i]) - sum(m, b[m])",
        "if(any(k, a[i, k] > b[k]), b[i], 0)", "max([m], b[m])"})
    for (const char *tag : {"for", "g.0"})
      EXPECT_EQ(loweredVerdict(reducing(value).tag("i", tag).kernel), "ok")
          << value << " " << tag;
}

TEST(Lowered, AReductionAmongWorkItems) {
  TestKernel k = reducing("sum(k, a[i, k]*b[k])");
  Kernel kernel = k.kernel;
  kernel.domains[0] = poly::Set::parse("[n] -> { [i] : 0 <= i < 8 and n = 8 }");
  kernel.inameTags["i"] = InameTag::parse("l.0");
  EXPECT_EQ(loweredVerdict(kernel), "ok");
}

TEST(Lowered, CallsAssignAllTheirResults) {
  TestKernel k("call");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("x", {"n"})
      .array("y", {"n"})
      .temporary("s");
  k.call("both", {"i"}, Routine::SinCos, {"s", "x[i]"}, {"x[i] + y[i]"},
         {0, "i", 0})
      .insn("use", {"i"}, "y[i] = s*x[i]", {0, "i", 1});
  k.tag("i", "g.0");
  EXPECT_EQ(loweredVerdict(k.kernel), "ok");
}

// Groups hand a value on, each to the next (step 1) or to the one before.
static TestKernel handingOn(int step) {
  TestKernel k("chain");
  k.domain("{ [t, g] : 0 <= t < 5 and g = " +
           std::string(step > 0 ? "t" : "4 - t") + " }")
      .domain("{ [l] : 0 <= l < 2 }")
      .array("piece", {"5"})
      .array("start", {"2", "5"})
      .array("chain", {"2", "6"})
      .array("cells", {"1", "6"}, Type::integer(8));
  k.call(
      "back", {"t", "g", "l"}, Routine::LookBack,
      {"start[l, t]", "chain[l, t + 1]"},
      {"chain[l, t]", "cells[0, t + 1]", "chain[l, t] + piece[t]", "piece[t]"},
      {0, "t", 0, "l", 0});
  k.tag("g", "g.0").tag("l", "l.0");
  return k;
}

static std::string errorOf(const Kernel &kernel) {
  try {
    schedule(lower(kernel).launches.front());
    return "";
  } catch (const UserError &error) {
    return error.what();
  }
}

TEST(Lowered, GroupsWaitForThoseBeforeThem) {
  EXPECT_EQ(loweredVerdict(handingOn(1).kernel), "ok");
}

TEST(Lowered, GroupsDoNotWaitForThoseBehindThem) {
  EXPECT_PART("crosses work-groups", errorOf(handingOn(-1).kernel));
}

TEST(Lowered, AnAssignmentDoesNotWait) {
  Kernel kernel = handingOn(1).kernel;
  auto insn = std::make_shared<Instruction>(*kernel.instructions.back());
  insn->body = assign(insn->assignees()[1], insn->values()[1]);
  kernel.instructions.back() = insn;
  EXPECT_PART("crosses work-groups", errorOf(kernel));
}

TEST(Lowered, ReductionsOfBitsRunAsTheyMean) {
  for (const char *value :
       {"iand([k], a[i, k])", "ior([k], a[i, k]) - 1", "ieor([k], a[k, i])"}) {
    TestKernel k("bits");
    k.domain("[n] -> { [i] : 0 <= i < n }")
        .domain("[n] -> { [k] : 0 <= k < n }")
        .array("a", {"n", "n"}, Type::integer(4))
        .array("y", {"n"}, Type::integer(4));
    k.insn("insn", {"i"}, std::string("y[i] = ") + value, {0, "i", 0});
    EXPECT_EQ(loweredVerdict(k.kernel), "ok") << value;
  }
}
