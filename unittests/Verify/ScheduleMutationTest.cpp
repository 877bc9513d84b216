// One thing broken in right schedules, in over thirty ways: who finds it?
//
//   symbolic      verifySchedule(), for all sizes
//   enumerated    the same rule on all pairs of a run
//   interpreted   the run itself
#include "Mutations.h"
#include "SampleKernels.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

struct Mutation {
  const char *name;
  Kernel (*kernel)();
  std::function<void(ScheduledKernel &)> change;
  // Parts of what the two say; "ok" where one does not see it.
  const char *symbolic;
  const char *interpreted;
};

static const std::vector<Mutation> mutations = {
    {"a barrier dropped", stagedTiles,
     [](ScheduledKernel &s) {
       int number = 0;
       EXPECT_TRUE(dropBarrier(s.body, number));
     },
     noBarrier, "reads tile[7] as written by nothing"},
    {"a barrier before the next iteration dropped", stagedTiles,
     [](ScheduledKernel &s) {
       int number = 1;
       EXPECT_TRUE(dropBarrier(s.body, number));
     },
     noBarrier, "no barrier is between them"},
    {"a barrier moved earlier", stagedTiles,
     [](ScheduledKernel &s) { swapNodes(s, 0, -1); }, noBarrier,
     "reads tile[7] as written by nothing"},
    {"a barrier moved later", stagedTiles,
     [](ScheduledKernel &s) { swapNodes(s, 0, 1); }, noBarrier,
     "reads tile[7] as written by nothing"},
    {"a barrier that not all reach", stagedTiles,
     [](ScheduledKernel &s) {
       changeBarrier(s, [](BarrierPoint &barrier) {
         barrier.domain = barrier.domain.fix("lid(0)", 0);
       });
     },
     "is reached by some positions of lid(0) only", "as written by nothing"},
    {"a barrier that the last iteration lacks", stagedTiles,
     [](ScheduledKernel &s) {
       changeBarrier(s, [](BarrierPoint &barrier) {
         barrier.domain =
             barrier.domain.intersect(PwAff::name("k").lt(PwAff::constant(2)));
       });
     },
     noBarrier, "k = 2"},
    {"a barrier for other memory", stagedTiles,
     [](ScheduledKernel &s) {
       changeBarrier(s, [](BarrierPoint &barrier) {
         std::swap(barrier.localMemory, barrier.globalMemory);
       });
     },
     noBarrier, "no barrier is between them"},
    {"two statements swapped", guarded,
     [](ScheduledKernel &s) {
       auto &insns = runOf(s, "take")->instructions;
       std::swap(insns[0], insns[1]);
     },
     "against the order of the kernel", "but 'take' (i = 0) wrote the value"},
    {"two loops swapped", privateRow,
     [](ScheduledKernel &s) { std::swap(s.body[0], s.body[1]); },
     "against the order of the kernel", "reads t[0] as written by nothing"},
    {"two loops' bodies swapped", privateRow,
     [](ScheduledKernel &s) {
       std::swap(std::get<ScheduleLoop>(s.body[0].value).body,
                 std::get<ScheduleLoop>(s.body[1].value).body);
     },
     "is not in its loops", "has no bound"},
    {"the values of a loop reversed", chain,
     [](ScheduledKernel &s) {
       substituteIn(*runOf(s, "step"),
                    {{"i", Expr::var("n") - Expr::var("i")}});
     },
     "computes another thing than the kernel says", "as written by nothing"},
    {"nested loops exchanged", skewed,
     [](ScheduledKernel &s) {
       auto &outer = std::get<ScheduleLoop>(s.body.front().value);
       auto &inner = std::get<ScheduleLoop>(outer.body.front().value);
       std::swap(outer.iname, inner.iname);
     },
     "against the order of the kernel", "as written by nothing"},
    {"a loop widened", chain,
     [](ScheduledKernel &s) {
       runOf(s, "step")->domain = Set::parse("[n, i] -> { : 1 <= i <= n }");
     },
     "runs where it has no instance", "is no instance of the kernel"},
    {"a loop narrowed", chain,
     [](ScheduledKernel &s) {
       runOf(s, "step")->domain = Set::parse("[n, i] -> { : 2 <= i < n }");
     },
     "has instances that never run", "but 'step' (i = 1) wrote the value"},
    {"a guard dropped", guarded,
     [](ScheduledKernel &s) {
       for (InstructionPtr &insn : runOf(s, "keep")->instructions) {
         auto bare = std::make_shared<Instruction>(*insn);
         bare->predicates.clear();
         insn = bare;
       }
     },
     "lost the guard", "is no instance of the kernel"},
    {"a private array shared", privateRow,
     [](ScheduledKernel &s) { setSpace(s, "t", AddressSpace::Global); },
     noBarrier, "on another work-item"},
    {"a local array private", stagedTiles,
     [](ScheduledKernel &s) { setSpace(s, "tile", AddressSpace::Private); },
     "in a copy that is not its own", "as written by nothing"},
    {"a slab that begins too late", triangular,
     [](ScheduledKernel &s) {
       StatementRun *run = runOf(s, "solve", 1);
       run->domain =
           run->domain.intersect(PwAff::name("i").gt(PwAff::constant(3)));
     },
     "has instances that never run", "'solve' (i = 3"},
    {"a slab that begins too early", triangular,
     [](ScheduledKernel &s) {
       StatementRun *run = runOf(s, "solve", 1);
       run->domain = run->domain.unite(
           runOf(s, "solve", 0)
               ->domain.intersect(PwAff::name("i").eq(PwAff::constant(2))));
     },
     "runs twice", "'solve' (i = 2"},
    {"an axis renumbered", stagedTiles,
     [](ScheduledKernel &s) {
       for (HardwareAxis &axis : s.axes)
         if (axis.isLocal())
           axis = {{AxisKind::Local, 1}, axis.size};
       runOf(s, "load")->domain =
           runOf(s, "load")->domain.rename({{"lid(0)", "lid(1)"}});
     },
     "schedule:", "load"},
    {"an axis one too small", stagedTiles,
     [](ScheduledKernel &s) { s.axes.back().size = Expr::integer(7); },
     "has instances outside of lid(0)", "as written by nothing"},
    {"reused storage overlapped", reusedTiles,
     [](ScheduledKernel &s) {
       int number = 1;
       EXPECT_TRUE(dropBarrier(s.body, number));
     },
     "before all work-items are done with the last",
     "no barrier is between them"},
    {"one storage for values that live at once", pair,
     [](ScheduledKernel &s) {
       for (const char *name : {"s", "t"}) {
         Variable shared = *s.kernel.findVariable(name);
         shared.baseStorage = "base";
         s.kernel.setVariable(std::make_shared<const Variable>(shared));
       }
     },
     "one storage holds the values of two variables",
     "reads s as written by 'second'"},
    {"a replicated instruction run by one", replicated,
     [](ScheduledKernel &s) {
       StatementRun *run = runOf(s, "take");
       run->domain = run->domain.fix("lid(0)", 0);
     },
     "in a copy that is not its own", "reads s as written by nothing"},
    {"a statement twice", guarded,
     [](ScheduledKernel &s) { s.body.push_back(s.body.back()); }, "runs twice",
     "runs 2 times on the device"},
    {"a statement lost", guarded,
     [](ScheduledKernel &s) {
       auto &insns = runOf(s, "square")->instructions;
       for (size_t i = 0; i < insns.size(); ++i)
         if (insns[i]->id == "square")
           insns.erase(insns.begin() + static_cast<int64_t>(i--));
     },
     "is not in the tree", "never runs on the device"},
    {"interleaved iterations in one scalar", interleaved,
     [](ScheduledKernel &s) {
       Variable one = *s.kernel.findVariable("t");
       one.axes.clear();
       s.kernel.setVariable(std::make_shared<const Variable>(one));
       mapInstructions(s, [](const InstructionPtr &insn) {
         return mapExprs(insn, [](const Expr &e) {
           return rewrite(e, [](const Expr &node) {
             const auto *array = node.getIf<ArrayRef>();
             return array && array->name == "t" ? Expr::var("t", node.type())
                                                : node;
           });
         });
       });
     },
     "computes another thing", "reads t as written by 'take'"},
    {"a bound computed after its loop", ragged,
     [](ScheduledKernel &s) { std::swap(s.body[0], s.body[1]); },
     "against the order of the kernel", "that is undefined"},
    {"two statements that a script orders swapped", ordered,
     [](ScheduledKernel &s) {
       auto &insns = runOf(s, "first")->instructions;
       std::swap(insns[0], insns[1]);
     },
     "'second' (i = 0) comes before 'first' (i = 0), against the order that "
     "the script asks for",
     "ok"},
    {"a script's barrier moved later", fenced,
     [](ScheduledKernel &s) { swapNodes(s, 0, 1); },
     "'second' (i = 0) comes before 'fence' (i = 0)", "ok"},
    {"a script's barrier dropped", fenced,
     [](ScheduledKernel &s) {
       int number = 0;
       EXPECT_TRUE(dropBarrier(s.body, number));
     },
     "'fence' is not in the tree", "ok"},
    // What sizes of storage decide is left to the interpreter.
    {"an array too small", privateRow,
     [](ScheduledKernel &s) {
       Variable small = *s.kernel.findVariable("t");
       small.axes[0].extent = Expr::integer(4);
       s.kernel.setVariable(std::make_shared<const Variable>(small));
     },
     "ok", "but axis 0 has 4 elements"},
};

class ScheduleMutation : public testing::TestWithParam<size_t> {};

TEST_P(ScheduleMutation, IsFound) {
  const Mutation &mutation = mutations[GetParam()];
  SCOPED_TRACE(mutation.name);
  Kernel kernel = mutation.kernel();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  ASSERT_EQ(symbolic(kernel, scheduled), "ok");
  ASSERT_EQ(interpreted(kernel, scheduled), "ok");
  mutation.change(scheduled);
  EXPECT_PART(mutation.symbolic, symbolic(kernel, scheduled));
  EXPECT_PART(mutation.interpreted, interpreted(kernel, scheduled));
}

INSTANTIATE_TEST_SUITE_P(All, ScheduleMutation,
                         testing::Range(size_t(0), mutations.size()));

// Order and barriers, where the two verdicts are of one rule.
TEST(EnumeratedPairs, AreBrokenWhereTheProofSaysSo) {
  int compared = 0;
  for (const Mutation &mutation : mutations) {
    std::string wanted = mutation.symbolic;
    if (wanted != noBarrier && wanted != "against the order of the kernel")
      continue;
    Kernel kernel = mutation.kernel();
    if (kernel.name == "ragged") // data decide
      continue;
    SCOPED_TRACE(mutation.name);
    ScheduledKernel scheduled = scheduleAlone(kernel);
    mutation.change(scheduled);
    EXPECT_PART(wanted, symbolic(kernel, scheduled));
    EXPECT_PART("out of order", enumerated(kernel, scheduled).wrong);
    ++compared;
  }
  EXPECT_GE(compared, 8);
}
