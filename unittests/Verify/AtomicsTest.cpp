// Atomic updates by one operation may overlap; whatever else meets them may
// not: what the proof, the enumeration of pairs and the interpreter say of
// loops whose iterations are work-items.
#include "Mutations.h"

using namespace loopyc;

static void makeAtomic(Kernel &kernel, const std::string &id) {
  for (InstructionPtr &insn : kernel.instructions)
    if (insn->id == id) {
      auto copy = std::make_shared<Instruction>(*insn);
      std::get<Update>(copy->body).atomic = true;
      insn = std::move(copy);
    }
}

static TestKernel sums() {
  TestKernel k("sums");
  k.domain("{ [l] : 0 <= l < 8 }")
      .array("a", {"8"})
      .array("b", {"8"})
      .array("s", {"1"})
      .array("at", {"8"}, Type::integer(4));
  return k;
}

namespace {
struct Verdicts {
  std::string proof, run, pairs;
};
} // namespace

// With the iterations of l on work-items of one group.
static Verdicts inParallel(const Kernel &kernel) {
  ScheduledKernel scheduled = scheduleAlone(kernel);
  EXPECT_EQ(symbolic(kernel, scheduled), "ok");
  EXPECT_EQ(interpreted(kernel, scheduled), "ok");
  onAxis(scheduled, "l", 8);
  return {symbolic(kernel, scheduled), interpreted(kernel, scheduled),
          enumerated(kernel, scheduled).wrong};
}

static void expectRight(const Kernel &kernel) {
  Verdicts said = inParallel(kernel);
  EXPECT_EQ(said.proof, "ok");
  EXPECT_EQ(said.run, "ok");
  EXPECT_EQ(said.pairs, "");
}

static void expectRace(const Kernel &kernel) {
  Verdicts said = inParallel(kernel);
  EXPECT_PART(noBarrier, said.proof);
  EXPECT_PART("on another work-item", said.run);
  EXPECT_PART("out of order", said.pairs);
}

TEST(Atomics, MayOverlap) {
  TestKernel k = sums();
  k.insn("add", {"l"}, "s[0] = s[0] + a[l]", {0, "l", 0});
  expectRace(k.kernel);
  makeAtomic(k.kernel, "add");
  expectRight(k.kernel);
}

TEST(Atomics, OfOneOperationMayMeet) {
  TestKernel k = sums();
  k.insn("add", {"l"}, "s[0] = s[0] + a[l]", {0, "l", 0});
  k.insn("sub", {"l"}, "s[0] = s[0] - b[l]", {0, "l", 1});
  makeAtomic(k.kernel, "add");
  expectRace(k.kernel); // one of two
  makeAtomic(k.kernel, "sub");
  expectRight(k.kernel);
}

TEST(Atomics, OfTwoOperationsMayNotMeet) {
  TestKernel k = sums();
  k.insn("add", {"l"}, "s[0] = s[0] + a[l]", {0, "l", 0});
  k.insn("most", {"l"}, "s[0] = max(s[0], b[l])", {0, "l", 1});
  makeAtomic(k.kernel, "add");
  makeAtomic(k.kernel, "most");
  expectRace(k.kernel);
}

TEST(Atomics, MayNotMeetAReader) {
  TestKernel k = sums();
  k.insn("add", {"l"}, "s[0] = s[0] + a[l]", {0, "l", 0});
  k.insn("read", {"l"}, "b[l] = s[0]", {0, "l", 1});
  makeAtomic(k.kernel, "add");
  expectRace(k.kernel);
}

// All that is wrong is that others add while the first work-item has not read.
TEST(Atomics, MayNotOvertakeAReader) {
  TestKernel k = sums();
  k.insn("read", {"l"}, "b[l] = s[0]", {0, "l", 0}, {"l < 1"});
  k.insn("add", {"l"}, "s[0] = s[0] + a[l]", {0, "l", 1});
  makeAtomic(k.kernel, "add");
  expectRace(k.kernel);
}

TEST(Atomics, MayNotMeetAWriter) {
  TestKernel k = sums();
  k.insn("write", {"l"}, "s[0] = b[l]", {0, "l", 0}, {"l < 1"});
  k.insn("add", {"l"}, "s[0] = s[0] + a[l]", {0, "l", 1});
  makeAtomic(k.kernel, "add");
  expectRace(k.kernel);
}

// The schedule's own: cleared, scattered into, and read, with two barriers.
TEST(Atomics, NeedBarriersAroundThemOnly) {
  TestKernel k("histogram");
  k.domain("{ [i] : 0 <= i < 8 }")
      .domain("{ [j] : 0 <= j < 8 }")
      .domain("{ [l] : 0 <= l < 8 }")
      .array("at", {"8"}, Type::integer(4))
      .array("h", {"8"}, Type::integer(4))
      .array("b", {"8"}, Type::integer(4));
  k.insn("clear", {"i"}, "h[i] = 0", {0, "i", 0});
  k.insn("first", {"j"}, "h[at[j]] = h[at[j]] + 1", {1, "j", 0});
  k.insn("second", {"j"}, "h[7 - j] = h[7 - j] + 2", {1, "j", 1});
  k.insn("read", {"l"}, "b[l] = h[7 - l]", {2, "l", 0});
  makeAtomic(k.kernel, "first");
  makeAtomic(k.kernel, "second");
  for (const char *iname : {"i", "j", "l"})
    k.tag(iname, "l.0");
  ScheduledKernel scheduled = scheduleAlone(k.kernel);
  EXPECT_EQ(countBarriers(scheduled.body), 2);
  EXPECT_EQ(symbolic(k.kernel, scheduled), "ok");
  EXPECT_EQ(interpreted(k.kernel, scheduled), "ok");
  for (int barrier : {0, 1}) {
    ScheduledKernel broken = scheduled;
    ASSERT_TRUE(dropBarrier(broken.body, barrier));
    EXPECT_NE(interpreted(k.kernel, broken), "ok");
    EXPECT_NE(symbolic(k.kernel, broken), "ok");
  }
}
