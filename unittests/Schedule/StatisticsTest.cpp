#include "../Scheduling.h"
#include "../TestKernel.h"
#include "loopyc/Schedule/Statistics.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

// A row is staged in local memory and read shifted, for each of `m` rows.
TestKernel staged() {
  TestKernel k("staged");
  k.domain("[m] -> { [r] : 0 <= r < m }")
      .domain("{ [i] : 0 <= i < 64 }")
      .domain("{ [j] : 0 <= j < 63 }")
      .array("x", {"64", "m"})
      .array("y", {"64", "m"})
      .temporary("t", {"64"});
  k.insn("load", {"r", "i"}, "t[i] = x[i, r]", {0, "r", 0, "i", 0});
  k.insn("use", {"r", "j"}, "y[j, r] = t[j + 1] - t[j]", {0, "r", 1, "j", 0});
  k.tag("i", "l.0").tag("j", "l.0");
  return k;
}

CountRequest request(int instruction, CountGranularity granularity =
                                          CountGranularity::WorkItem) {
  return {instruction, granularity, {}};
}

TEST(Statistics, AddressSpacesAsTheScheduleDecides) {
  Kernel counted = scheduleAlone(staged().kernel).kernel;
  EXPECT_EQ(counted.findVariable("t")->space, AddressSpace::Local);
}

TEST(Statistics, BarriersOfOneWorkItem) {
  ScheduledKernel scheduled = scheduleAlone(staged().kernel);
  auto counts = synchronizationCounts(scheduled);
  EXPECT_EQ(counts.at("barrier_local").str(), "[m] -> { 2 * m : m > 0 }");
  EXPECT_EQ(counts.at("kernel_launch").asConstant(), 1);
}

TEST(Statistics, NoBarrierNoEntry) {
  TestKernel k("copy");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("x", {"n"}).array("y", {"n"});
  k.insn("s", {"i"}, "y[i] = x[i]", {0, "i", 0});
  EXPECT_EQ(synchronizationCounts(scheduleAlone(k.kernel)).count("barrier_local"),
            0u);
}

// A scalar that each of the work-items computes for itself.
TEST(Statistics, RunsCountWhatWorkItemsRepeat) {
  TestKernel k("scaled");
  k.domain("[n] -> { [o, i] : 0 <= i < 16 and 0 <= 16o + i < n }")
      .array("x", {"n"})
      .value("a", Type::real(8))
      .temporary("b");
  k.insn("once", {}, "b = 1.0/a", {0});
  k.insn("each", {"o", "i"}, "x[16*o + i] = b*x[16*o + i]",
         {1, "o", 0, "i", 0});
  k.tag("o", "g.0").tag("i", "l.0");
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  CountInstruction runs = runCounts(scheduled, 8);
  CountInstruction instances = instanceCounts(scheduled.kernel, 8);
  poly::Point at{{"n", 40}};
  EXPECT_EQ(instances(request(0)).valueAt(at), "1");
  EXPECT_EQ(runs(request(0)).valueAt(at), "48");
  EXPECT_EQ(runs(request(0, CountGranularity::SubGroup)).valueAt(at), "6");
  EXPECT_EQ(runs(request(0, CountGranularity::WorkGroup)).valueAt(at), "3");
  EXPECT_EQ(instances(request(1)).valueAt(at), "40");
  EXPECT_EQ(runs(request(1)).valueAt(at), "40");
}

TEST(Statistics, SlabsCountTogether) {
  TestKernel k("slabs");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("x", {"n"});
  k.insn("s", {"i"}, "x[i] = 2.0*x[i]", {0, "i", 0});
  k.kernel.slabs["i"] = {1, 1};
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  ASSERT_EQ(scheduled.body.size(), 3u);
  for (int64_t n : {0, 1, 2, 7})
    EXPECT_EQ(runCounts(scheduled, 1)(request(0)).valueAt({{"n", n}}),
              std::to_string(n));
}

TEST(Statistics, LocalMemoryThatIsSharedCountsOnce) {
  TestKernel k("shared");
  k.temporary("s", {"100"}, AddressSpace::Local)
      .temporary("t", {"64"}, AddressSpace::Local)
      .temporary("u", {"8"}, AddressSpace::Local, Type::real(4));
  for (const char *name : {"s", "t"}) {
    Variable var = *k.kernel.findVariable(name);
    var.baseStorage = "base";
    k.kernel.setVariable(std::make_shared<const Variable>(var));
  }
  ScheduledKernel scheduled;
  scheduled.kernel = k.kernel;
  EXPECT_EQ(memoryUse(scheduled).localBytes, 832);
}

// a and c do not live at once; b is carried by the loop.
TEST(Statistics, RegistersOfWhatLivesAtOnce) {
  TestKernel k("live");
  k.domain("{ [i] : 0 <= i < 64 }").domain("{ [j] : 0 <= j < 5 }");
  k.array("x", {"64", "5"}).array("y", {"64"});
  for (const char *name : {"a", "b", "c"})
    k.temporary(name, {}, AddressSpace::Private);
  k.insn("b0", {"i"}, "b = 0.0", {0, "i", 0});
  k.insn("a0", {"i", "j"}, "a = x[i, j]", {0, "i", 1, "j", 0});
  k.insn("b1", {"i", "j"}, "b = b + a*a", {0, "i", 1, "j", 1});
  k.insn("c0", {"i"}, "c = b + 1.0", {0, "i", 2});
  k.insn("y0", {"i"}, "y[i] = c*c", {0, "i", 3});
  k.tag("i", "l.0");
  MemoryUse use = memoryUse(scheduleAlone(k.kernel));
  EXPECT_EQ(use.privateBytes, 24);
  EXPECT_EQ(use.registers, 4);
}

} // namespace
