// Right schedules pass; with one thing broken in each, none does.
#include "Helpers.h"
#include "SampleKernels.h"
#include "../Scheduling.h"

using namespace loopyc;

TEST(Mutation, StagedTilesPass) {
  Kernel kernel = stagedTiles();
  EXPECT_EQ(verdict(kernel, scheduleAlone(kernel)), "ok");
}

TEST(Mutation, EachBarrierOfStagedTilesIsNeeded) {
  Kernel kernel = stagedTiles();
  ScheduledKernel whole = scheduleAlone(kernel);
  ASSERT_EQ(countBarriers(whole.body), 2);
  const char *expected[] = {"reads tile[7] as written by nothing",
                            "on another work-item, and no barrier is between "
                            "them"};
  for (int number = 0; number < 2; ++number) {
    ScheduledKernel less = whole;
    int left = number;
    ASSERT_TRUE(dropBarrier(less.body, left));
    EXPECT_PART(expected[number], verdict(kernel, less));
  }
}

TEST(Mutation, ABarrierForOtherMemoryDoesNotDo) {
  Kernel kernel = stagedTiles();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  forEachNode(scheduled.body, [](ScheduleNode &node) {
    if (auto *barrier = std::get_if<BarrierPoint>(&node.value)) {
      barrier->localMemory = false;
      barrier->globalMemory = true;
    }
  });
  EXPECT_PART("no barrier is between them", verdict(kernel, scheduled));
}

TEST(Mutation, ABarrierThatNotAllReach) {
  Kernel kernel = stagedTiles();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  BarrierPoint extra{true, false, "extra", poly::Set::universe()};
  scheduled.body.push_back({extra});
  EXPECT_EQ(verdict(kernel, scheduled), "ok");
  extra.domain = extra.domain.fix("lid(0)", 0);
  scheduled.body.back() = {extra};
  EXPECT_PART("work-item 0 of group 0 reaches the barrier 'extra', but "
              "work-item 1 does not",
              verdict(kernel, scheduled));
}

TEST(Mutation, APrivateArrayThatLosesItsAxis) {
  Kernel kernel = privateRow();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  ASSERT_EQ(verdict(kernel, scheduled), "ok");
  Variable one = *scheduled.kernel.findVariable("t");
  one.axes.clear();
  scheduled.kernel.setVariable(std::make_shared<const Variable>(one));
  mapInstructions(scheduled, [](const InstructionPtr &insn) {
    return mapExprs(insn, [](const Expr &e) {
      return rewrite(e, [](const Expr &node) {
        const auto *array = node.getIf<ArrayRef>();
        return array && array->name == "t" ? Expr::var("t", node.type()) : node;
      });
    });
  });
  EXPECT_PART("reads t as written by 'fill'", verdict(kernel, scheduled));
}

TEST(Mutation, AStagedArrayThatIsTooSmall) {
  Kernel kernel = privateRow();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  Variable small = *scheduled.kernel.findVariable("t");
  small.axes[0].extent = Expr::integer(4);
  scheduled.kernel.setVariable(std::make_shared<const Variable>(small));
  EXPECT_PART("but axis 0 has 4 elements", verdict(kernel, scheduled));
}

TEST(Mutation, ExchangedLoopsThatCarryADependence) {
  Kernel kernel = skewed();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  ASSERT_EQ(verdict(kernel, scheduled), "ok");
  auto &outer = std::get<ScheduleLoop>(scheduled.body.front().value);
  auto &inner = std::get<ScheduleLoop>(outer.body.front().value);
  std::swap(outer.iname, inner.iname);
  EXPECT_PART("as written by nothing, but 'step'", verdict(kernel, scheduled));
}

TEST(Mutation, AParallelLoopThatCarriesADependence) {
  TestKernel k("chain");
  k.domain("{ [i] : 1 <= i < 8 }").array("x", {"8"});
  k.insn("step", {"i"}, "x[i] = x[i - 1]", {0, "i", 0});
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  ASSERT_EQ(verdict(k.kernel, scheduled), "ok");
  scheduled.axes.push_back({{AxisKind::Local, 0}, Expr::integer(8)});
  scheduled.positions["i"] = Expr::axis({AxisKind::Local, 0});
  auto loop = std::get<ScheduleLoop>(scheduled.body.front().value);
  scheduled.body = loop.body;
  forEachNode(scheduled.body, [](ScheduleNode &node) {
    auto &run = std::get<StatementRun>(node.value);
    run.domain = run.domain.rename({{"i", "lid(0)"}});
    for (InstructionPtr &insn : run.instructions)
      insn = mapExprs(insn, [](const Expr &e) {
        return substitute(e, {{"i", Expr::axis({AxisKind::Local, 0})}});
      });
  });
  EXPECT_PART("no barrier is between them", verdict(k.kernel, scheduled));
}

// t = a(i);  b(i) = t*t;  where a(i) > 0.5: c(i) = t
static Kernel straightLine() {
  TestKernel k("straight_line");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("b", {"n"})
      .array("c", {"n"})
      .temporary("t");
  k.insn("take", {"i"}, "t = a[i]", {0, "i", 0})
      .insn("square", {"i"}, "b[i] = t*t", {0, "i", 1})
      .insn("keep", {"i"}, "c[i] = t", {0, "i", 2}, {"a[i] > 0.5"});
  k.tag("i", "g.0");
  return k.kernel;
}

TEST(Mutation, ExchangedStatements) {
  Kernel kernel = straightLine();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  ASSERT_EQ(verdict(kernel, scheduled), "ok");
  bool done = false;
  forEachNode(scheduled.body, [&](ScheduleNode &node) {
    auto *run = std::get_if<StatementRun>(&node.value);
    if (!run || run->instructions.size() < 2)
      return;
    std::swap(run->instructions[0], run->instructions[1]);
    done = true;
  });
  ASSERT_TRUE(done);
  EXPECT_PART("but 'take' (i = 0) wrote the value", verdict(kernel, scheduled));
}

TEST(Mutation, AGuardThatIsLost) {
  Kernel kernel = straightLine();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  mapInstructions(scheduled, [](const InstructionPtr &insn) {
    auto bare = std::make_shared<Instruction>(*insn);
    bare->predicates.clear();
    return InstructionPtr(bare);
  });
  EXPECT_PART("'keep'", verdict(kernel, scheduled));
  EXPECT_PART("runs, but is no instance of the kernel",
              verdict(kernel, scheduled));
}

TEST(Mutation, AGuardThatIsTooNarrow) {
  Kernel kernel = straightLine();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  forEachNode(scheduled.body, [](ScheduleNode &node) {
    if (auto *run = std::get_if<StatementRun>(&node.value))
      run->domain = run->domain.intersect(
          poly::PwAff::name("gid(0)").ne(poly::PwAff::constant(2)));
  });
  EXPECT_PART("never runs on the device", verdict(kernel, scheduled));
}

TEST(Mutation, AStatementThatRunsTwice) {
  Kernel kernel = straightLine();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  scheduled.body.push_back(scheduled.body.back());
  EXPECT_PART("runs 2 times on the device", verdict(kernel, scheduled));
}

TEST(Mutation, StridesThatOverlap) {
  TestKernel k("copy");
  k.domain("{ [i, j] : 0 <= i < 4 and 0 <= j < 4 }")
      .array("a", {"4", "4"})
      .array("b", {"4", "4"});
  k.insn("s", {"i", "j"}, "b[i, j] = a[i, j]", {0, "i", 0, "j", 0});
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  ASSERT_EQ(verdict(k.kernel, scheduled), "ok");
  Variable overlapping = *scheduled.kernel.findVariable("b");
  overlapping.axes[0].tag = StrideAxis{Expr::integer(1)};
  overlapping.axes[1].tag = StrideAxis{Expr::integer(3)};
  scheduled.kernel.setVariable(std::make_shared<const Variable>(overlapping));
  EXPECT_PART("of 'b' is", verdict(k.kernel, scheduled));
}

TEST(Mutation, SharedStorageOfTwoLiveValues) {
  TestKernel k("pair");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("b", {"n"})
      .temporary("s")
      .temporary("t");
  k.insn("first", {"i"}, "s = a[i]", {0, "i", 0})
      .insn("second", {"i"}, "t = a[i] + 1", {0, "i", 1})
      .insn("both", {"i"}, "b[i] = s + t", {0, "i", 2});
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  ASSERT_EQ(verdict(k.kernel, scheduled), "ok");
  for (const char *name : {"s", "t"}) {
    Variable shared = *scheduled.kernel.findVariable(name);
    shared.baseStorage = "base";
    scheduled.kernel.setVariable(std::make_shared<const Variable>(shared));
  }
  EXPECT_PART("reads s as written by 'second'", verdict(k.kernel, scheduled));
}
