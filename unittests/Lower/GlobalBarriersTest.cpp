// Where global barriers are put, and what they cut a kernel into.
#include "../GlobalBarriers.h"
#include "../../lib/Lower/Launches/HostScalars.h"
#include "../../lib/Lower/Launches/HostTree.h"
#include "../../lib/Lower/Launches/LaunchOrder.h"

#include "loopyc/Lower/InsertGlobalBarriers.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>

using namespace loopyc;

namespace {

// Nests over groups, each over an iname of its own.
class Nests : public TestKernel {
public:
  explicit Nests(const std::string &name) : TestKernel(name) {}

  // As the next statement, within the loops that are given.
  Nests &nest(const std::string &text,
              const std::vector<std::string> &around = {}) {
    std::string id = std::string(1, static_cast<char>('p' + count));
    std::string iname = id + "_i";
    std::string own = text;
    for (size_t at; (at = own.find('$')) != std::string::npos;)
      own.replace(at, 1, iname);
    domain("[n] -> { [" + iname + "] : 0 <= " + iname + " < n }");
    tag(iname, "g.0");
    std::vector<std::string> inames = around;
    inames.push_back(iname);
    std::vector<TimePart> time;
    for (const std::string &loop : around) {
      time.push_back(0);
      time.push_back(keep(loop));
    }
    time.push_back(count++);
    time.push_back(keep(iname));
    time.push_back(0);
    insn(id, inames, own, time);
    return *this;
  }

  // A statement of one instance.
  Nests &once(const std::string &text) {
    insn(std::string(1, static_cast<char>('p' + count)), {}, text, {count});
    ++count;
    return *this;
  }

private:
  const char *keep(const std::string &name) {
    names.push_back(std::make_unique<std::string>(name));
    return names.back()->c_str();
  }
  std::vector<std::unique_ptr<std::string>> names;
  int count = 0;
};

Kernel inserted(const Kernel &kernel, std::vector<std::string> *said = {}) {
  std::vector<std::string> remarks;
  Kernel result = insertGlobalBarriers(kernel, remarks);
  if (said)
    *said = remarks;
  return result;
}

std::vector<const Instruction *> globalBarriers(const Kernel &kernel) {
  std::vector<const Instruction *> result;
  for (const InstructionPtr &insn : kernel.instructions)
    if (isGlobalBarrier(*insn))
      result.push_back(insn.get());
  return result;
}

// "p q | r": instructions in the order of the text, barriers as bars, the
// loops of the host around launches as "t( ... )".
std::string str(const Kernel &kernel, const std::vector<HostNode> &nodes) {
  std::string text;
  bool wasLaunch = false;
  for (const HostNode &node : nodes) {
    if (!text.empty())
      text += wasLaunch && node.iname.empty() ? " | " : " ";
    wasLaunch = node.iname.empty();
    if (!node.iname.empty())
      text += node.iname + "(" + str(kernel, node.children) + ")";
    for (size_t i = 0; i < node.instructions.size(); ++i)
      text += (i ? " " : "") + kernel.instructions[node.instructions[i]]->id;
  }
  return text;
}

std::string launches(const Kernel &kernel) {
  return str(kernel, HostTree(kernel).body());
}

Nests arrays(const std::string &name,
             const std::vector<std::string> &arrays = {"a", "b", "c"}) {
  Nests k(name);
  k.value("n");
  for (const std::string &array : arrays)
    k.array(array, {"n + 8"});
  return k;
}

} // namespace

// --- insert_global_barriers

TEST(InsertGlobalBarriers, BetweenNestsWhereADependenceCrossesGroups) {
  Nests k = arrays("two");
  k.nest("b[$] = a[$]").nest("c[$] = b[n - 1 - $]");
  std::vector<std::string> said;
  Kernel result = inserted(k.kernel, &said);
  EXPECT_EQ(launches(result), "p | q");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("'p' and 'q' use 'b' in different work-groups"),
            std::string::npos)
      << said[0];
}

TEST(InsertGlobalBarriers, NoneWhereGroupsReadTheirOwn) {
  Nests k = arrays("own");
  k.nest("b[$] = a[$]").nest("c[$] = b[$] + a[$ + 1]");
  EXPECT_EQ(launches(inserted(k.kernel)), "p q");
}

TEST(InsertGlobalBarriers, NoneWhereTheyAreThereAlready) {
  Nests k = arrays("two");
  k.nest("b[$] = a[$]").nest("c[$] = b[n - 1 - $]");
  Kernel once = inserted(k.kernel);
  EXPECT_EQ(inserted(once).instructions.size(), once.instructions.size());
}

// Every group would compute t, of what one has written; but there is one alone.
TEST(InsertGlobalBarriers, NoneInALaunchOfOneGroup) {
  Nests k = arrays("alone");
  k.temporary("t");
  k.nest("b[$] = a[$]").once("c[0] = b[0]").once("t = c[0]").once("a[0] = t");
  auto withId = [](const char *id) {
    return
        [id](const Kernel &, const Instruction &insn) { return insn.id == id; };
  };
  Kernel cut = addBarrier(k.kernel, withId("p"), withId("q"));
  EXPECT_EQ(launches(inserted(cut)), "p | q r s");
}

// The end of an iteration is one, too: what it passes to the next is served.
TEST(InsertGlobalBarriers, OneForTwoNestsInATimeLoop) {
  Nests k = arrays("steps");
  k.domain("[m] -> { [t] : 0 <= t < m }");
  k.nest("b[$] = a[$] + a[$ + 1]", {"t"})
      .nest("a[$ + 1] = b[$] + b[n - 1 - $]", {"t"});
  Kernel result = inserted(k.kernel);
  EXPECT_EQ(launches(result), "t(p | q)");
  ASSERT_EQ(globalBarriers(result).size(), 1u);
  EXPECT_TRUE(globalBarriers(result)[0]->within("t"));
}

TEST(InsertGlobalBarriers, WithinALoopThatOnlyCarriesTheDependence) {
  Nests k = arrays("carried");
  k.domain("[m] -> { [t] : 0 <= t < m }");
  k.nest("a[$] = a[$] + 1", {"t"}).nest("b[$] = a[$]", {"t"});
  EXPECT_EQ(launches(inserted(k.kernel)), "p q");
  Nests l = arrays("carried");
  l.domain("[m] -> { [t] : 0 <= t < m }");
  l.nest("b[$] = a[n - 1 - $]", {"t"}).nest("a[$] = b[$]", {"t"});
  // p reads what q writes: in the iteration before, and in this one.
  EXPECT_EQ(launches(inserted(l.kernel)), "t(p | q)");
  Nests m = arrays("carried");
  m.domain("[m] -> { [t] : 0 <= t < m }");
  m.array("h", {"m + 1", "n + 8"});
  m.nest("h[t + 1, $] = h[t, n - 1 - $]", {"t"});
  EXPECT_EQ(launches(inserted(m.kernel)), "t(p)");
}

TEST(InsertGlobalBarriers, AScalarThatAllUse) {
  Nests k = arrays("scalar");
  k.array("s", {"1"});
  k.once("s[0] = a[0]").nest("b[$] = s[0]*a[$]");
  EXPECT_EQ(launches(inserted(k.kernel)), "p | q");
  // A temporary that each group computes for itself needs none.
  Nests l = arrays("scalar");
  l.temporary("s");
  l.once("s = a[0]").nest("b[$] = s*a[$]");
  EXPECT_EQ(launches(inserted(l.kernel)), "p q");
}

// It is computed everywhere, but from what some group writes.
TEST(InsertGlobalBarriers, BehindWhatAllComputeFromAnArray) {
  Nests k = arrays("scalar");
  k.temporary("s");
  k.once("s = b[2]").nest("b[$] = s*a[$]");
  Kernel result = inserted(k.kernel);
  EXPECT_EQ(launches(result), "p | q");
  EXPECT_EQ(lower(result).host.temporaries.size(), 1u);
}

// What the parallel loop carries back to an earlier statement, none serves.
TEST(InsertGlobalBarriers, NoneForWhatAParallelLoopCarries) {
  TestKernel k("rotate");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n + 1"});
  k.temporary("s", {"n"});
  k.insn("take", {"i"}, "s[i] = a[i]", {0, "i", 0})
      .insn("put", {"i"}, "a[n - i] = s[i]", {0, "i", 1});
  k.tag("i", "g.0");
  Kernel result = inserted(k.kernel);
  EXPECT_EQ(launches(result), "take | put");
  EXPECT_THROW(lower(result), UserError);
}

// Needs p-r, q-r, q-s, s-t: two points hit all.
TEST(InsertGlobalBarriers, TheFewestForAChain) {
  Nests k = arrays("chain", {"a", "b", "c", "d", "e", "f"});
  k.nest("b[$] = a[$]")
      .nest("c[$] = a[$]")
      .nest("d[$] = b[n - 1 - $] + c[n - 1 - $]")
      .nest("e[$] = c[n - 1 - $]")
      .nest("f[$] = e[n - 1 - $]");
  std::vector<std::string> said;
  EXPECT_EQ(launches(inserted(k.kernel, &said)), "p q | r s | t");
  EXPECT_EQ(said.size(), 2u);
}

// --- the host's tree

static Kernel timeSteps() {
  Nests k = arrays("steps");
  k.domain("[m] -> { [t] : 0 <= t < m }");
  k.nest("b[$] = a[$] + a[$ + 1]", {"t"})
      .nest("a[$ + 1] = b[$] + b[n - 1 - $]", {"t"});
  return inserted(k.kernel);
}

TEST(HostTree, PlacesInstructionsInLoopsAndLaunches) {
  Kernel kernel = timeSteps();
  HostTree tree(kernel);
  auto placeOf = [&](const std::string &id) {
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      if (kernel.instructions[i]->id == id)
        return tree.place(static_cast<int>(i));
    throw std::runtime_error("no " + id);
  };
  EXPECT_EQ(placeOf("p").loops, std::vector<std::string>{"t"});
  EXPECT_EQ(placeOf("p").positions, (std::vector<int>{0, 0}));
  EXPECT_EQ(placeOf("q").positions, (std::vector<int>{0, 1}));
}

TEST(HostTree, RefusesATaggedLoop) {
  Nests k = arrays("unrolled");
  k.domain("{ [t] : 0 <= t < 4 }").tag("t", "unr");
  k.nest("b[$] = a[$]", {"t"});
  addGlobalBarrier(k.kernel, "all", {"t"},
                   {Expr::integer(0), Expr::var("t"), Expr::integer(9)});
  try {
    HostTree tree(k.kernel);
    FAIL();
  } catch (const UserError &error) {
    EXPECT_NE(std::string(error.what())
                  .find("'all' is a global barrier "
                        "within 't'"),
              std::string::npos)
        << error.what();
  }
}

// --- the cut

TEST(Cut, LoopsOfTheHostAreValuesOfTheLaunches) {
  LaunchSequence sequence = lower(timeSteps());
  ASSERT_EQ(sequence.launches.size(), 2u);
  ASSERT_EQ(sequence.host.steps.size(), 1u);
  const auto &loop = std::get<HostLoop>(sequence.host.steps[0].value);
  EXPECT_EQ(loop.iname, "t");
  EXPECT_EQ(loop.body.size(), 2u);
  EXPECT_TRUE(
      loop.range.isEqual(poly::Set::parse("[m, t] -> { : 0 <= t < m }")));
  for (const Kernel &launch : sequence.launches) {
    EXPECT_FALSE(launch.hasIname("t"));
    for (const InstructionPtr &insn : launch.instructions)
      EXPECT_FALSE(insn->within("t"));
  }
}

// The guard of all that a launch does, where the host knows it.
TEST(Cut, ConditionsOfTheHostAreAroundLaunches) {
  Kernel kernel = timeSteps();
  const Expr late = Expr::binary(BinaryOp::Gt, Expr::var("t"),
                                 Expr::integer(2), Type::logical(4));
  auto guarded = std::make_shared<Instruction>(*kernel.instructions[0]);
  guarded->predicates = {late};
  kernel.instructions[0] = guarded;
  LaunchSequence sequence = lower(kernel);
  ASSERT_EQ(sequence.host.steps.size(), 1u);
  const auto &loop = std::get<HostLoop>(sequence.host.steps[0].value);
  ASSERT_EQ(loop.body.size(), 2u);
  const auto &condition = std::get<HostCondition>(loop.body[0].value);
  EXPECT_EQ(condition.conditions, std::vector<Predicate>{late});
  EXPECT_EQ(condition.body.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<LaunchStep>(loop.body[1].value));
}

TEST(Cut, WhatCrossesIsAnArgument) {
  Nests k = arrays("scalar");
  k.temporary("s");
  k.once("s = a[0]").nest("b[$] = s*a[$]");
  addGlobalBarrier(k.kernel, "all", {}, {Expr::integer(1)});
  k.kernel.instructions[1] = [&] {
    auto moved = std::make_shared<Instruction>(*k.kernel.instructions[1]);
    moved->time[0] = Expr::integer(2);
    return moved;
  }();
  LaunchSequence sequence = lower(k.kernel);
  ASSERT_EQ(sequence.launches.size(), 2u);
  ASSERT_EQ(sequence.host.temporaries.size(), 1u);
  EXPECT_EQ(sequence.host.temporaries[0]->name, "s");
  for (const Kernel &launch : sequence.launches)
    EXPECT_EQ(launch.findVariable("s")->kind, VariableKind::ArrayArg);
}

TEST(Cut, HowManyGroupsThereAreIsReadBack) {
  TestKernel k("computed");
  k.temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[m] -> { [i] : 0 <= i < m }")
      .array("len", {"1"}, Type::integer(4))
      .array("b", {"100"});
  k.insn("take", {}, "m = len[0]", {0})
      .insn("set", {"i"}, "b[i] = 1", {2, "i", 0});
  k.tag("i", "g.0");
  addGlobalBarrier(k.kernel, "all", {}, {Expr::integer(1)});
  LaunchSequence sequence = lower(k.kernel);
  ASSERT_EQ(sequence.host.steps.size(), 3u);
  EXPECT_EQ(std::get<ReadBackStep>(sequence.host.steps[1].value).variable->name,
            "m");
  EXPECT_TRUE(sequence.launches[1].findVariable("m")->isValue());
}

TEST(Cut, TheHostComputesWhatItCan) {
  TestKernel k("known");
  k.temporary("m", {}, AddressSpace::Auto, Type::integer(4))
      .temporary("unused", {}, AddressSpace::Auto, Type::integer(4))
      .domain("[m] -> { [i] : 0 <= i < m }")
      .value("n")
      .array("b", {"100"});
  k.insn("set_m", {}, "m = n*n", {0})
      .insn("set_unused", {}, "unused = n + 1", {1})
      .insn("set", {"i"}, "b[i] = 1", {2, "i", 0});
  k.tag("i", "g.0");
  LaunchSequence sequence = lower(k.kernel);
  ASSERT_EQ(sequence.launches.size(), 1u);
  ASSERT_EQ(sequence.host.steps.size(), 2u);
  const auto &step = std::get<ComputeStep>(sequence.host.steps[0].value);
  EXPECT_EQ(step.variable->name, "m");
  EXPECT_EQ(step.value().str(), "n*n");
  const Kernel &launch = sequence.launches[0];
  EXPECT_TRUE(launch.findVariable("m")->isValue());
  EXPECT_EQ(launch.findInstruction("set_m"), nullptr);
  EXPECT_NE(launch.findInstruction("set_unused"), nullptr);
}

TEST(Cut, TheHostComputesNothingElse) {
  // What is set twice, is of an array, or divides by what may be zero.
  for (const char *how : {"m = n", "m = len[0]", "m = n / n"}) {
    const bool isTwice = std::string(how) == "m = n";
    TestKernel k("computed");
    k.temporary("m", {}, AddressSpace::Auto, Type::integer(4))
        .domain("[m] -> { [i] : 0 <= i < m }")
        .value("n")
        .array("len", {"1"}, Type::integer(4))
        .array("b", {"100"});
    k.insn("first", {}, how, {0});
    if (isTwice)
      k.insn("second", {}, "m = m + 1", {1});
    k.insn("set", {"i"}, "b[i] = 1", {2, "i", 0});
    EXPECT_TRUE(hostScalars(k.kernel).empty()) << how;
  }
}

TEST(Cut, BarriersAtTheEndsCutNothing) {
  Nests k = arrays("ends");
  k.nest("b[$] = a[$]");
  addGlobalBarrier(k.kernel, "before", {}, {Expr::integer(-1)});
  addGlobalBarrier(k.kernel, "after", {}, {Expr::integer(9)});
  LaunchSequence sequence = lower(k.kernel);
  EXPECT_EQ(sequence.launches.size(), 1u);
  EXPECT_TRUE(sequence.host.steps.empty());
}

// Local memory does not outlive a launch.
TEST(Cut, RefusesALocalValueThatCrosses) {
  Nests k = arrays("local");
  k.temporary("s", {}, AddressSpace::Local);
  k.once("s = a[0]");
  addGlobalBarrier(k.kernel, "all", {}, {Expr::integer(1)});
  k.once("a[1] = s");
  auto later = std::make_shared<Instruction>(*k.kernel.instructions[2]);
  later->time[0] = Expr::integer(2);
  k.kernel.instructions[2] = later;
  EXPECT_THROW(lower(k.kernel), UserError);
}

// All of p before all of q: but p reads what q wrote an iteration before.
TEST(Cut, RefusesABarrierOutsideOfTheLoopThatCarries) {
  Nests k = arrays("outside");
  k.domain("[m] -> { [t] : 0 <= t < m }");
  k.nest("b[$] = a[$]", {"t"}).nest("a[$] = b[$]", {"t"});
  const Expr zero = Expr::integer(0);
  addGlobalBarrier(k.kernel, "all", {},
                   {zero, zero, zero, zero, Expr::integer(5)});
  try {
    lower(k.kernel);
    FAIL();
  } catch (const UserError &error) {
    EXPECT_NE(std::string(error.what())
                  .find("put the barrier within the "
                        "sequential loop that carries it"),
              std::string::npos)
        << error.what();
  }
}
