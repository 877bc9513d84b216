// What the proof of a schedule says of right ones, and what the interpreter sees
// that it rests on.
#include "Mutations.h"
#include "SampleKernels.h"

using namespace loopyc;

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
      asserted->noSyncWith = {{"put", {true, true}}};
    k.kernel.instructions[0] = asserted;
    ScheduledKernel scheduled = scheduleAlone(k.kernel);
    onAxis(scheduled, "l", 8);
    EXPECT_PART(excused ? "ok" : "not proved", symbolic(k.kernel, scheduled));
  }
}

// --- what a script puts after what

TEST(ScheduleProof, AScriptsOrderHoldsWhereverLoopsStand) {
  for (const char *tag : {"for", "ilp", "l.0", "g.0"}) {
    SCOPED_TRACE(tag);
    for (auto sample : {ordered, fenced}) {
      Kernel kernel = sample();
      kernel.domains = {poly::Set::parse("{ [i] : 0 <= i < 4 }")};
      kernel.inameTags["i"] = InameTag::parse(tag);
      EXPECT_EQ(symbolic(kernel, scheduleAlone(kernel)), "ok");
    }
  }
}

// Slabs run one after the other: what is first in each is not first of all.
TEST(ScheduleProof, AScriptsOrderIsOfOneIteration) {
  Kernel kernel = fenced();
  kernel.slabs["i"] = {2, 1};
  ScheduledKernel scheduled = scheduleAlone(kernel);
  EXPECT_EQ(scheduled.body.size(), 3u);
  EXPECT_EQ(symbolic(kernel, scheduled), "ok");
  auto &last = std::get<ScheduleLoop>(scheduled.body.back().value);
  std::swap(last.body[0], last.body[1]);
  EXPECT_PART("'fence' (i = ", symbolic(kernel, scheduled));
}

TEST(ScheduleProof, AScriptsOrderMayTurnTheSources) {
  Kernel kernel = ordered();
  Kernel turned = kernel;
  turned.instructions = {kernel.instructions[1], kernel.instructions[0]};
  ScheduledKernel scheduled = scheduleAlone(turned);
  EXPECT_EQ(runOf(scheduled, "first")->instructions.front()->id, "first");
  EXPECT_EQ(symbolic(turned, scheduled), "ok");
}

TEST(ScheduleProof, CountsWhatItLooksAt) {
  Kernel kernel = guarded();
  verify::ScheduleProof proof =
      verify::verifySchedule(scheduleAlone(kernel), lower(kernel).launches.front());
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
