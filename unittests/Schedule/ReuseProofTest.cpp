#include "../../lib/Schedule/ReuseProof.h"

#include "../../lib/Schedule/StorageReuse.h"
#include "../Scheduling.h"
#include "../TestKernel.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <functional>
#include <gtest/gtest.h>

using namespace loopyc;

namespace {

// for i: t[; i] = x[i]; y[i] = t[; i], with one element for all i.
class ReuseProofTest : public ::testing::Test {
protected:
  ReuseProofTest() : k("reuse") {
    loop("i", "n");
    k.array("x", {"n"}).array("y", {"n"});
    k.temporary("t", {"n"}, AddressSpace::Private);
    reuse("t", 0, "i");
  }

  void loop(const std::string &iname, const std::string &end) {
    k.domain("[n] -> { [" + iname + "] : 0 <= " + iname + " < " + end + " }");
  }

  void reuse(const std::string &name, size_t axis, const std::string &iname) {
    for (VariablePtr &var : k.kernel.temporaries)
      if (var->name == name) {
        auto changed = std::make_shared<Variable>(*var);
        changed->axes[axis] = {Expr(), ReusedAxis{}, iname};
        changed->declared = {};
        var = changed;
      }
  }

  std::string errorOf() {
    try {
      scheduleAlone(k.kernel);
    } catch (const UserError &error) {
      return error.what();
    }
    return "";
  }

  // The axes of the storage of t.
  size_t axesStored() {
    return scheduleAlone(k.kernel).kernel.findVariable("t")->axes.size();
  }

  TestKernel k;
};

TEST_F(ReuseProofTest, OneLoopKeepsTheValuesApart) {
  k.insn("w", {"i"}, "t[i] = x[i]", {0, "i", 0});
  k.insn("r", {"i"}, "y[i] = t[i]", {0, "i", 1});
  EXPECT_EQ(axesStored(), 0u);
}

TEST_F(ReuseProofTest, TwoLoopsDoNot) {
  loop("j", "n");
  k.insn("w", {"i"}, "t[i] = x[i]", {0, "i", 0});
  k.insn("r", {"j"}, "y[j] = t[j]", {1, "j", 0});
  EXPECT_NE(errorOf().find("its storage cannot hold all that live at once: 'r' "
                           "reads that of i = "),
            std::string::npos)
      << errorOf();
}

TEST_F(ReuseProofTest, TwoLoopsOfConstantRangeKeepCopies) {
  k.domain("{ [p] : 0 <= p < 6 }").domain("{ [q] : 0 <= q < 6 }");
  k.insn("w", {"p"}, "t[p] = x[p]", {0, "p", 0});
  k.insn("r", {"q"}, "y[q] = t[q]", {1, "q", 0});
  EXPECT_EQ(axesStored(), 1u);
  EXPECT_EQ(asInteger(
                scheduleAlone(k.kernel).kernel.findVariable("t")->axes[0].extent),
            6);
}

TEST_F(ReuseProofTest, CopiesAreThoseOfOneIterationAround) {
  k.domain("{ [p] : 0 <= p < 6 }").domain("{ [q] : 0 <= q < 6 }");
  k.insn("w", {"i", "p"}, "t[6*i + p] = x[i] + p", {0, "i", 0, "p", 0});
  k.insn("r", {"i", "q"}, "y[i] = t[6*i + q]", {0, "i", 1, "q", 0});
  k.tag("q", "unr");
  ScheduledKernel made = scheduleAlone(k.kernel);
  VariablePtr t = made.kernel.findVariable("t");
  ASSERT_EQ(t->axes.size(), 1u);
  EXPECT_EQ(asInteger(t->axes[0].extent), 6);
  EXPECT_EQ(made.kernel.instructions[0]->assignment().assignee.str(), "t[p]");
  EXPECT_EQ(made.kernel.instructions[1]->assignment().value.str(), "t[q]");
}

TEST_F(ReuseProofTest, InterleavedInstancesKeepCopies) {
  k.domain("{ [p] : 0 <= p < 4 }").tag("p", "ilp");
  k.domain("{ [q] : 0 <= q < 4 }");
  k.insn("w", {"i", "p"}, "t[4*i + p] = x[i] + p", {0, "i", 0, "p", 0});
  k.insn("r", {"i", "q"}, "y[i] = t[4*i + q]", {0, "i", 1, "q", 0});
  EXPECT_EQ(axesStored(), 1u);
}

// A value that a later iteration of a loop around still needs.
TEST_F(ReuseProofTest, ALoopAroundMayComputeTheValuesAgain) {
  k.domain("{ [s] : 0 <= s < 2 }");
  k.insn("w", {"s", "i"}, "t[i] = x[i]", {0, "s", 0, "i", 0});
  k.insn("r", {"s", "i"}, "y[i] = y[i] + t[i]", {0, "s", 0, "i", 1});
  EXPECT_EQ(axesStored(), 0u);
}

TEST_F(ReuseProofTest, ValuesThatALoopPassesOnAreNotOverwritten) {
  k.domain("{ [s] : 0 <= s < 2 }");
  k.insn("w", {"s", "i"}, "t[i] = x[i]", {0, "s", 0, "i", 0}, {"s == 0"});
  k.insn("r", {"s", "i"}, "y[i] = y[i] + t[i]", {0, "s", 0, "i", 1});
  EXPECT_NE(errorOf().find("'t'"), std::string::npos) << errorOf();
}

// The proof is what refuses: without the copies that it asks for, the storage
// of the scheduled kernel is that of a wrong program.
TEST_F(ReuseProofTest, ADroppedCopyIsFound) {
  k.domain("{ [p] : 0 <= p < 6 }").domain("{ [q] : 0 <= q < 6 }");
  k.insn("w", {"p"}, "t[p] = x[p]", {0, "p", 0});
  k.insn("r", {"q"}, "y[q] = t[q]", {1, "q", 0});
  Placement placement(k.kernel);
  DependenceGraph graph(k.kernel);
  LoopTree tree = buildLoopTree(k.kernel, placement, graph);
  std::optional<Kernel> copies =
      withNeededCopies(k.kernel, tree, placement, graph);
  ASSERT_TRUE(copies);
  EXPECT_EQ(dropReusedAxes(k.kernel).findVariable("t")->axes.size(), 0u);
  EXPECT_EQ(dropReusedAxes(*copies).findVariable("t")->axes.size(), 1u);
  // With them it holds.
  DependenceGraph again(*copies);
  LoopTree second = buildLoopTree(*copies, placement, again);
  EXPECT_FALSE(withNeededCopies(*copies, second, placement, again));
}

} // namespace
