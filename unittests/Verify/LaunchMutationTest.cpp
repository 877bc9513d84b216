// Right cuts pass; with one thing broken in each, none does: who finds it, the
// proof or the interpreter?
#include "Launches.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

struct LaunchMutation {
  const char *name;
  Kernel (*kernel)();
  std::function<void(LaunchSequence &)> change;
  // Parts of what the two say; "ok" where one does not see it.
  const char *proved;
  const char *interpreted;
};

static const char *const outOfOrder = "against the order of the kernel";
static const char *const lostValue = "its memory does not";

static const std::vector<LaunchMutation> launchMutations = {
    {"two launches swapped", mirrored,
     [](LaunchSequence &s) { std::swap(s.host.steps[0], s.host.steps[1]); },
     outOfOrder, "as written by nothing"},
    {"two launches of an iteration swapped", timeSteps,
     [](LaunchSequence &s) {
       std::swap(hostLoop(s).body[0], hostLoop(s).body[1]);
     },
     outOfOrder, "as written by"},
    {"a launch taken out of its loop", timeSteps,
     [](LaunchSequence &s) {
       s.host.steps.push_back(hostLoop(s).body.back());
       hostLoop(s).body.pop_back();
     },
     "takes 't', which the host does not have there", "as written by nothing"},
    {"a loop for each launch", timeSteps,
     [](LaunchSequence &s) {
       HostLoop second = hostLoop(s);
       second.body.erase(second.body.begin());
       hostLoop(s).body.pop_back();
       s.host.steps.push_back({second});
     },
     outOfOrder, "as written by"},
    {"a range too wide", timeSteps,
     [](LaunchSequence &s) {
       hostLoop(s).range = Set::parse("[m, t] -> { : 0 <= t <= m }");
     },
     "is launched where it has no instance", "is no instance of the kernel"},
    {"a range too wide, which the launches know", timeSteps,
     [](LaunchSequence &s) {
       hostLoop(s).range = Set::parse("[m, t] -> { : 0 <= t <= m }");
       for (Kernel &launch : s.launches)
         launch.assumptions = Set::universe();
     },
     "is launched where it has no instance", "is no instance of the kernel"},
    {"a range too narrow", timeSteps,
     [](LaunchSequence &s) {
       hostLoop(s).range = Set::parse("[m, t] -> { : 1 <= t < m }");
     },
     "has instances that are not launched", "but 'step' (t = 0"},
    {"a range with a hole", timeSteps,
     [](LaunchSequence &s) {
       hostLoop(s).range =
           hostLoop(s).range.intersect(PwAff::name("t").ne(PwAff::constant(1)));
     },
     "has instances that are not launched", "but 'step' (t = 1"},
    {"a loop run backwards", timeSteps,
     [](LaunchSequence &s) {
       Substitution back = {
           {"t", Expr::var("m") - Expr::integer(1) - Expr::var("t")}};
       for (Kernel &launch : s.launches)
         if (!launch.findVariable("m"))
           launch.arguments.push_back(s.whole.findVariable("m"));
       mapLaunches(s, [&](const Expr &e) { return substitute(e, back); });
     },
     "computes another thing", "of 'a' is"},
    {"a condition that guards nothing of the launch", mirrored,
     [](LaunchSequence &s) {
       HostCondition condition;
       condition.conditions = {Expr::binary(BinaryOp::Lt, Expr::var("n"),
                                            Expr::integer(0),
                                            Type::logical(4))};
       condition.body = {s.host.steps.back()};
       s.host.steps.back().value = condition;
     },
     "under a condition that is none of its own", "never runs on the device"},
    {"a launch dropped", mirrored,
     [](LaunchSequence &s) { s.host.steps.pop_back(); }, "is in no launch",
     "never runs on the device"},
    {"a launch twice", mirrored,
     [](LaunchSequence &s) { s.host.steps.push_back(s.host.steps.back()); },
     "is launched twice", "runs 2 times on the device"},
    {"a launch that there is not", mirrored,
     [](LaunchSequence &s) { s.host.steps[1] = {LaunchStep{7}}; },
     "launches a kernel that there is not", "a kernel that there is not"},
    {"what crosses is local", oneForAll,
     [](LaunchSequence &s) { keepInLaunches(s, "s", AddressSpace::Local); },
     lostValue, "reads s as written by nothing"},
    {"what crosses is private", oneForAll,
     [](LaunchSequence &s) { keepInLaunches(s, "s", AddressSpace::Private); },
     lostValue, "reads s as written by nothing"},
    {"what crosses is global, but each launch's own", oneForAll,
     [](LaunchSequence &s) { keepInLaunches(s, "s", AddressSpace::Global); },
     lostValue, "reads s as written by nothing"},
    {"what crosses is not there", oneForAll,
     [](LaunchSequence &s) { s.host.temporaries.clear(); },
     "takes 's', which the host does not have there",
     "reads s as written by nothing"},
    {"a read-back before its write", computedGroups,
     [](LaunchSequence &s) { std::swap(s.host.steps[0], s.host.steps[1]); },
     "reads the value back too early", "back, which has no value yet"},
    {"a read-back before its write, for a loop", computedSteps,
     [](LaunchSequence &s) { std::swap(s.host.steps[0], s.host.steps[1]); },
     "reads the value back too early", "back, which has no value yet"},
    {"a read-back dropped", computedGroups,
     [](LaunchSequence &s) { s.host.steps.erase(s.host.steps.begin() + 1); },
     "takes 'm', which the host does not have there", "no value on the host"},
    {"a read-back within the loop that it bounds", computedSteps,
     [](LaunchSequence &s) {
       std::vector<HostStep> &body = hostLoop(s).body;
       body.insert(body.begin(), s.host.steps[1]);
       s.host.steps.erase(s.host.steps.begin() + 1);
     },
     "needs 'm', which the host does not know there", "no value on the host"},
    {"a cut one instruction too late", mirroredThrice,
     [](LaunchSequence &s) { moveInstruction(s, "second", 0); },
     "with no barrier between them", "reads b[4] as written by nothing"},
    {"a cut one instruction too early", mirroredThrice,
     [](LaunchSequence &s) { moveInstruction(s, "second", 2); },
     "with no barrier between them", "reads c[4] as written by nothing"},
    {"an instruction past two cuts", mirroredThrice,
     [](LaunchSequence &s) { moveInstruction(s, "first", 2); }, outOfOrder,
     "reads b["},
    {"an instruction at another place of the order", timeSteps,
     [](LaunchSequence &s) {
       auto moved =
           std::make_shared<Instruction>(*s.launches[1].instructions.front());
       moved->time[2] = Expr::integer(0);
       s.launches[1].instructions.front() = moved;
     },
     "has another place in the order", "ok"},
    {"an array of another layout", mirrored,
     [](LaunchSequence &s) {
       Variable b = *s.launches[1].findVariable("b");
       b.axes[0].extent = b.axes[0].extent + Expr::integer(1);
       s.launches[1].setVariable(std::make_shared<const Variable>(b));
     },
     "has another layout of 'b'", "another one in one of the launches"},
};

class LaunchMutations : public testing::TestWithParam<size_t> {};

TEST_P(LaunchMutations, AreFound) {
  const LaunchMutation &mutation = launchMutations[GetParam()];
  SCOPED_TRACE(mutation.name);
  Kernel kernel = mutation.kernel();
  LaunchSequence sequence = lower(kernel);
  ASSERT_EQ(proved(sequence), "ok");
  ASSERT_EQ(interpreted(kernel, sequence), "ok");
  mutation.change(sequence);
  EXPECT_PART(mutation.proved, proved(sequence));
  EXPECT_PART(mutation.interpreted, interpreted(kernel, sequence));
}

INSTANTIATE_TEST_SUITE_P(All, LaunchMutations,
                         testing::Range(size_t(0), launchMutations.size()));

TEST(LaunchProof, NamesIterationsOfBothInstructions) {
  LaunchSequence sequence = lower(timeSteps());
  std::swap(hostLoop(sequence).body[0], hostLoop(sequence).body[1]);
  std::string said = proved(sequence);
  EXPECT_PART("launches: kernel 'time_steps' with m = ", said);
  EXPECT_PART("'gather' (t = ", said);
  EXPECT_PART("'step' (t = ", said);
}

// Whether it is read in the end makes no difference to what is there.
TEST(LaunchProof, AGuardedReadFindsWhatItsOwnLaunchWrites) {
  TestKernel k("again");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [j] : 0 <= j < n }")
      .array("a", {"2"})
      .array("b", {"n"})
      .array("c", {"n"})
      .temporary("s");
  k.insn("one", {}, "s = a[0]", {0})
      .insn("first", {"i"}, "b[i] = s", {1, "i", 0})
      .insn("other", {}, "s = a[1]", {3})
      .insn("second", {"j"}, "c[j] = s*b[j]", {4, "j", 0}, {"b[j] > 1.0"});
  k.tag("i", "g.0").tag("j", "g.0");
  addGlobalBarrier(k.kernel, "all", {}, {Expr::integer(2)});
  LaunchSequence sequence = lower(k.kernel);
  EXPECT_TRUE(sequence.host.temporaries.empty());
  EXPECT_EQ(proved(sequence), "ok");
  EXPECT_EQ(interpreted(k.kernel, sequence), "ok");
}

TEST(LaunchProof, CountsWhatItLooksAt) {
  LaunchSequence sequence = lower(timeSteps());
  verify::ScheduleProof proof =
      verify::verifyLaunches(sequence.whole, sequence.launches, sequence.host);
  EXPECT_EQ(proof.kernel, "time_steps");
  EXPECT_EQ(proof.classes, 5); // a read twice and written; b written and read
  EXPECT_GT(proof.pairs, 0);
  EXPECT_EQ(proof.notProved, 0);
}
