// One thing broken in right schedules, in some thirty ways: who finds it?
//
//   symbolic      verifySchedule(), for all sizes
//   enumerated    the same rule on all pairs of a run
//   interpreted   the run itself
#include "Helpers.h"

#include "../Scheduling.h"
#include "loopyc/Verify/Enumeration.h"
#include "loopyc/Verify/ScheduleRun.h"
#include "loopyc/Verify/VerifySchedule.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// --- kernels

// do k: tile(l) = a(l, k);  b(l, k) = tile(7 - l): tile is staged for a group.
static Kernel stagedTiles() {
  TestKernel k("staged_tiles");
  k.domain("[n] -> { [g] : 0 <= g < n }")
      .domain("{ [k] : 0 <= k < 3 }")
      .domain("{ [l] : 0 <= l < 8 }")
      .domain("{ [m] : 0 <= m < 8 }")
      .array("a", {"8", "3", "n"})
      .array("b", {"8", "3", "n"})
      .temporary("tile", {"8"}, AddressSpace::Local);
  k.insn("load", {"g", "k", "l"}, "tile[l] = a[l, k, g]",
         {0, "g", 0, "k", 0, "l", 0})
      .insn("use", {"g", "k", "m"}, "b[m, k, g] = tile[7 - m]",
            {0, "g", 0, "k", 1, "m", 0});
  k.tag("g", "g.0").tag("l", "l.0").tag("m", "l.0");
  return k.kernel;
}

// The same, but each k has a value of its own in the one storage.
static Kernel reusedTiles() {
  TestKernel k("reused_tiles");
  k.domain("[n] -> { [g] : 0 <= g < n }")
      .domain("{ [k] : 0 <= k < 3 }")
      .domain("{ [l] : 0 <= l < 8 }")
      .domain("{ [m] : 0 <= m < 8 }")
      .array("a", {"8", "3", "n"})
      .array("b", {"8", "3", "n"})
      .temporary("tile", {"8", "3"}, AddressSpace::Local);
  k.insn("load", {"g", "k", "l"}, "tile[l, k] = a[l, k, g]",
         {0, "g", 0, "k", 0, "l", 0})
      .insn("use", {"g", "k", "m"}, "b[m, k, g] = tile[7 - m, k]",
            {0, "g", 0, "k", 1, "m", 0});
  k.tag("g", "g.0").tag("l", "l.0").tag("m", "l.0");
  Variable tile = *k.kernel.findVariable("tile");
  tile.axes[1] = {Expr(), ReusedAxis{}, "k"};
  k.kernel.setVariable(std::make_shared<const Variable>(tile));
  return k.kernel;
}

// do j: t(j) = a(j, i);  do h: b(h, i) = t(h) + t(h + 1), t private.
static Kernel privateRow() {
  TestKernel k("private_row");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("{ [j] : 0 <= j < 5 }")
      .domain("{ [h] : 0 <= h < 4 }")
      .array("a", {"5", "n"})
      .array("b", {"4", "n"})
      .temporary("t", {"5"}, AddressSpace::Private);
  k.insn("fill", {"i", "j"}, "t[j] = a[j, i]", {0, "i", 0, "j", 0})
      .insn("use", {"i", "h"}, "b[h, i] = t[h] + t[h + 1]",
            {0, "i", 1, "h", 0});
  k.tag("i", "g.0");
  return k.kernel;
}

// t = a(i);  b(i) = t*t;  where a(i) > 0.5: c(i) = t
static Kernel guarded() {
  TestKernel k("guarded");
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

// do i: do j < i: x(i) = x(i) - l(i, j)*x(j), a loop's first iterations apart.
static Kernel triangular() {
  TestKernel k("triangular");
  k.domain("[n] -> { [i] : 1 <= i < n }")
      .domain("[i] -> { [j] : 0 <= j < i }")
      .array("l", {"n", "n"})
      .array("x", {"n"});
  k.insn("solve", {"i", "j"}, "x[i] = x[i] - l[i, j]*x[j]",
         {0, "i", 0, "j", 0});
  k.kernel.slabs["i"] = {2, 1};
  return k.kernel;
}

// t = a(i);  b(i) = t + 1, four iterations side by side.
static Kernel interleaved() {
  TestKernel k("interleaved");
  k.domain("[n] -> { [o, i] : 0 <= o < n and 0 <= i < 4 }")
      .array("a", {"4*n"})
      .array("b", {"4*n"})
      .temporary("t");
  k.insn("take", {"o", "i"}, "t = a[i + 4*o]", {0, "i + 4*o", 0})
      .insn("give", {"o", "i"}, "b[i + 4*o] = t + 1", {0, "i + 4*o", 1});
  k.tag("i", "ilp");
  return k.kernel;
}

// m = len(i);  do j < m: c(i) = c(i) + w(j)
static Kernel ragged() {
  TestKernel k("ragged");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[m] -> { [j] : 0 <= j < m }")
      .array("len", {"n"}, Type::integer(4))
      .array("c", {"n"});
  k.insn("bound", {"i"}, "m = len[i]", {0, "i", 0})
      .insn("add", {"i", "j"}, "c[i] = c[i] + j", {0, "i", 1, "j", 0});
  k.tag("i", "g.0");
  return k.kernel;
}

// s = f(0);  b(l, g) = s + a(l, g): all work-items compute s.
static Kernel replicated() {
  TestKernel k("replicated");
  k.domain("[n] -> { [g, l] : 0 <= g < n and 0 <= l < 4 }")
      .array("f", {"1"})
      .array("a", {"4", "n"})
      .array("b", {"4", "n"})
      .temporary("s", {}, AddressSpace::Private);
  k.insn("take", {}, "s = f[0]", {0})
      .insn("add", {"g", "l"}, "b[l, g] = s + a[l, g]", {1, "g", 0, "l", 0});
  k.tag("g", "g.0").tag("l", "l.0");
  return k.kernel;
}

// s = a(i);  t = a(i) + 1;  b(i) = s + t
static Kernel pair() {
  TestKernel k("pair");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("a", {"n"})
      .array("b", {"n"})
      .temporary("s")
      .temporary("t");
  k.insn("first", {"i"}, "s = a[i]", {0, "i", 0})
      .insn("second", {"i"}, "t = a[i] + 1", {0, "i", 1})
      .insn("both", {"i"}, "b[i] = s + t", {0, "i", 2});
  return k.kernel;
}

// do i: x(i) = x(i - 1) + 1
static Kernel chain() {
  TestKernel k("chain");
  k.domain("[n] -> { [i] : 1 <= i < n }").array("x", {"n"});
  k.insn("step", {"i"}, "x[i] = x[i - 1] + 1", {0, "i", 0});
  return k.kernel;
}

// do i; do j: x(i, j) = x(i - 1, j + 1) + 1: i must be outside.
static Kernel skewed() {
  TestKernel k("skewed");
  k.domain("[n] -> { [i, j] : 1 <= i < n and 0 <= j < n - 1 }")
      .array("x", {"n", "n"});
  k.insn("step", {"i", "j"}, "x[i, j] = x[i - 1, j + 1] + 1",
         {0, "i", 0, "j", 0});
  return k.kernel;
}

// --- mutations

using Nodes = std::vector<ScheduleNode>;

// The body in which a node satisfies `is` directly; null if none.
template <typename Is> static Nodes *bodyWith(Nodes &nodes, Is is) {
  for (ScheduleNode &node : nodes) {
    if (is(node))
      return &nodes;
    if (auto *loop = std::get_if<ScheduleLoop>(&node.value))
      if (Nodes *found = bodyWith(loop->body, is))
        return found;
  }
  return nullptr;
}

static bool isBarrier(const ScheduleNode &node) {
  return std::holds_alternative<BarrierPoint>(node.value);
}

static StatementRun *runOf(ScheduledKernel &scheduled, const std::string &id,
                           int skip = 0) {
  StatementRun *found = nullptr;
  forEachNode(scheduled.body, [&](ScheduleNode &node) {
    auto *run = std::get_if<StatementRun>(&node.value);
    if (run && !found)
      for (const InstructionPtr &insn : run->instructions)
        if (insn->id == id && skip-- == 0)
          found = run;
  });
  EXPECT_TRUE(found) << id;
  return found;
}

static void changeBarrier(ScheduledKernel &scheduled,
                          const std::function<void(BarrierPoint &)> &change) {
  bool done = false;
  forEachNode(scheduled.body, [&](ScheduleNode &node) {
    auto *barrier = std::get_if<BarrierPoint>(&node.value);
    if (barrier && !done)
      change(*barrier);
    done |= barrier != nullptr;
  });
  EXPECT_TRUE(done);
}

static void setSpace(ScheduledKernel &scheduled, const std::string &name,
                     AddressSpace space) {
  Variable changed = *scheduled.kernel.findVariable(name);
  changed.space = space;
  scheduled.kernel.setVariable(std::make_shared<const Variable>(changed));
}

static void swapNodes(ScheduledKernel &scheduled, int barrier, int with) {
  Nodes *body = bodyWith(scheduled.body, isBarrier);
  ASSERT_TRUE(body);
  std::vector<size_t> at;
  for (size_t i = 0; i < body->size(); ++i)
    if (isBarrier((*body)[i]))
      at.push_back(i);
  ASSERT_LT(static_cast<size_t>(barrier), at.size());
  size_t from = at[barrier], to = from + with;
  ASSERT_LT(to, body->size());
  std::swap((*body)[from], (*body)[to]);
}

static void substituteIn(StatementRun &run, const Substitution &by) {
  for (InstructionPtr &insn : run.instructions)
    insn = mapExprs(insn, [&](const Expr &e) { return substitute(e, by); });
}

// The loop's iterations as work-items.
static void onAxis(ScheduledKernel &scheduled, const std::string &iname,
                   int64_t size) {
  scheduled.axes.push_back({"lid(0)", 0, false, Expr::integer(size)});
  scheduled.positions[iname] = Expr::var("lid(0)");
  Nodes body = std::get<ScheduleLoop>(scheduled.body.front().value).body;
  scheduled.body = std::move(body);
  forEachNode(scheduled.body, [&](ScheduleNode &node) {
    auto &run = std::get<StatementRun>(node.value);
    run.domain = run.domain.rename({{iname, "lid(0)"}});
    substituteIn(run, {{iname, Expr::var("lid(0)")}});
  });
}

struct Mutation {
  const char *name;
  Kernel (*kernel)();
  std::function<void(ScheduledKernel &)> change;
  // Parts of what the two say; "ok" where one does not see it.
  const char *symbolic;
  const char *interpreted;
};

static const char *const noBarrier = "with no barrier between them";

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
         if (!axis.group)
           axis = {"lid(1)", 1, false, axis.size};
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
     "'t'", "reads t as written by 'take'"},
    {"a bound computed after its loop", ragged,
     [](ScheduledKernel &s) { std::swap(s.body[0], s.body[1]); },
     "against the order of the kernel", "that is undefined"},
    // What sizes of storage decide is left to the interpreter.
    {"an array too small", privateRow,
     [](ScheduledKernel &s) {
       Variable small = *s.kernel.findVariable("t");
       small.axes[0].extent = Expr::integer(4);
       s.kernel.setVariable(std::make_shared<const Variable>(small));
     },
     "ok", "but axis 0 has 4 elements"},
};

// --- verdicts

static std::string symbolic(const Kernel &kernel,
                            const ScheduledKernel &scheduled) {
  try {
    verify::ScheduleProof proof = verify::verifySchedule(scheduled, kernel);
    return proof.notProved ? "not proved: " + proof.reason : "ok";
  } catch (const InternalError &error) {
    return error.what();
  }
}

static std::string interpreted(const Kernel &kernel,
                               const ScheduledKernel &scheduled) {
  try {
    return verdict(kernel, scheduled);
  } catch (const InternalError &error) {
    return error.what();
  }
}

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

// --- by enumeration

// All pairs at the sizes that the interpreter takes.
static verify::EnumeratedPairs enumerated(const Kernel &kernel,
                                          const ScheduledKernel &scheduled) {
  verify::EnumeratedPairs result;
  verify::VerifyInput input;
  input.kernel = &kernel;
  input.scheduled = &scheduled;
  input.examine = [&](const verify::Trace &trace, const auto &sizes) {
    verify::EnumeratedPairs found =
        verify::enumeratePairs(scheduled, kernel, trace, sizes);
    result.count += found.count;
    if (result.wrong.empty())
      result.wrong = found.wrong;
  };
  try {
    verify::verifyKernel(input);
  } catch (const UserError &) { // what the run finds is not asked here
  }
  return result;
}

TEST(EnumeratedPairs, AreKeptByRightSchedules) {
  for (auto kernel :
       {stagedTiles, privateRow, triangular, replicated, pair, chain, skewed}) {
    Kernel made = kernel();
    SCOPED_TRACE(made.name);
    ScheduledKernel scheduled = scheduleAlone(made);
    verify::EnumeratedPairs pairs = enumerated(made, scheduled);
    EXPECT_GT(pairs.count, 0);
    EXPECT_EQ(pairs.wrong, "");
    EXPECT_EQ(symbolic(made, scheduled), "ok");
  }
}

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

// --- the proof says what it does not know

TEST(ScheduleProof, NamesIterationsOfBothInstructions) {
  Kernel kernel = stagedTiles();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  int number = 0;
  ASSERT_TRUE(dropBarrier(scheduled.body, number));
  std::string said = symbolic(kernel, scheduled);
  EXPECT_PART("schedule: kernel 'staged_tiles'", said);
  EXPECT_PART("'load' (k = ", said);
  EXPECT_PART("'use' (k = ", said);
  EXPECT_PART("access 'tile'", said);
}

// x(i) = x(i) - l(i, j)*x(j): the columns may come first.
TEST(ScheduleProof, UpdatesMayBeExchanged) {
  Kernel kernel = triangular();
  kernel.slabs.clear();
  ScheduledKernel scheduled = scheduleAlone(kernel);
  auto &outer = std::get<ScheduleLoop>(scheduled.body.front().value);
  auto &inner = std::get<ScheduleLoop>(outer.body.front().value);
  std::swap(outer.iname, inner.iname);
  EXPECT_EQ(symbolic(kernel, scheduled), "ok");
  EXPECT_EQ(interpreted(kernel, scheduled), "ok");
}

TEST(ScheduleProof, UpdatesMustNotOverlap) {
  TestKernel k("sum");
  k.domain("{ [l] : 0 <= l < 8 }").array("a", {"8"}).array("s", {"1"});
  k.insn("add", {"l"}, "s[0] = s[0] + a[l]", {0, "l", 0});
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  ASSERT_EQ(symbolic(k.kernel, scheduled), "ok");
  onAxis(scheduled, "l", 8);
  EXPECT_PART(noBarrier, symbolic(k.kernel, scheduled));
}

TEST(ScheduleProof, AssertionsExcuse) {
  TestKernel k("scatter");
  k.domain("{ [l] : 0 <= l < 8 }")
      .array("at", {"8"}, Type::integer(4))
      .array("x", {"8"});
  k.insn("put", {"l"}, "x[at[l]] = l", {0, "l", 0});
  auto asserted = std::make_shared<Instruction>(*k.kernel.instructions[0]);
  for (bool excused : {false, true}) {
    if (excused)
      asserted->noSyncWith = {"put"};
    k.kernel.instructions[0] = asserted;
    ScheduledKernel scheduled = scheduleAlone(k.kernel);
    onAxis(scheduled, "l", 8);
    EXPECT_PART(excused ? "ok" : "not proved", symbolic(k.kernel, scheduled));
  }
}

TEST(ScheduleProof, CountsWhatItLooksAt) {
  Kernel kernel = guarded();
  verify::ScheduleProof proof =
      verify::verifySchedule(scheduleAlone(kernel), kernel);
  EXPECT_EQ(proof.classes, 4); // t written and read; b and c written
  EXPECT_GT(proof.pairs, 0);
  EXPECT_EQ(proof.asked, 0);
  EXPECT_EQ(proof.notProved, 0);
}

// --- the interpreter

TEST(Interpreter, PoisonsWhatIsUnwritten) {
  TestKernel k("unwritten");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .array("b", {"n"})
      .temporary("t", {"2"}, AddressSpace::Private);
  k.insn("half", {}, "t[0] = 1", {0})
      .insn("use", {"i"}, "b[i] = t[1]", {1, "i", 0});
  verify::Contents contents;
  contents.sizes["n"] = 2;
  contents.arguments["b"] = {Type::real(8), {2}, std::vector<verify::Value>(2)};
  verify::ReferenceProgram reference(k.kernel);
  verify::Contents device = contents;
  verify::Trace trace = reference.run(contents);
  EXPECT_FALSE(contents.arguments["b"].elements[0].isDefined());
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  verify::ScheduleProgram(scheduled, reference)
      .run(device, trace, verify::Interleaving::FirstAhead);
  EXPECT_FALSE(device.arguments["b"].elements[0].isDefined());
}

// Whoever comes first, the value is the same; that they race shows.
TEST(Interpreter, FindsRacesThatChangeNothing) {
  TestKernel k("race");
  k.domain("{ [l] : 0 <= l < 8 }")
      .array("a", {"8"})
      .array("flag", {"1"})
      .array("b", {"8"});
  k.insn("set", {"l"}, "flag[0] = 1", {0, "l", 0})
      .insn("use", {"l"}, "b[l] = a[l]", {0, "l", 1});
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  ASSERT_EQ(interpreted(k.kernel, scheduled), "ok");
  onAxis(scheduled, "l", 8);
  EXPECT_PART("no barrier is between them", interpreted(k.kernel, scheduled));
  EXPECT_PART(noBarrier, symbolic(k.kernel, scheduled));
}
