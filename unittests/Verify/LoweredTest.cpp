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
