#include "../../lib/Schedule/StorageReuse.h"

#include "../Scheduling.h"
#include "../TestKernel.h"
#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <functional>
#include <gtest/gtest.h>

using namespace loopyc;

namespace {

using Lines = std::vector<std::string>;

// for i, 8 work-items of a group: s[i] = x[i]; for j: y[j] = s[7 - j];
//                                 t[i] = 2*x[i]; for j: z[j] = t[7 - j]
class StorageReuseTest : public ::testing::Test {
protected:
  StorageReuseTest() : k("reuse") {
    for (const char *iname : {"i", "j", "p", "q"}) {
      k.domain("{ [" + std::string(iname) + "] : 0 <= " + iname + " < 8 }");
      k.tag(iname, "l.0");
    }
    k.array("x", {"8"}).array("y", {"8"}).array("z", {"8"});
    k.temporary("s", {"8"}, AddressSpace::Local);
    k.temporary("t", {"8"}, AddressSpace::Local);
    k.insn("ws", {"i"}, "s[i] = x[i]", {0, "i", 0});
    k.insn("rs", {"j"}, "y[j] = s[7 - j]", {1, "j", 0});
    k.insn("wt", {"p"}, "t[p] = 2.0d0*x[p]", {2, "p", 0});
    k.insn("rt", {"q"}, "z[q] = t[7 - q]", {3, "q", 0});
  }

  void change(const std::string &name,
              const std::function<void(Variable &)> &fn) {
    for (VariablePtr &var : k.kernel.temporaries)
      if (var->name == name) {
        auto changed = std::make_shared<Variable>(*var);
        fn(*changed);
        var = changed;
      }
  }

  void share(const std::string &name) {
    change(name, [](Variable &var) { var.baseStorage = "room"; });
  }

  // "anti rs->wt" for each edge that storage adds.
  Lines added() {
    DependenceGraph graph(k.kernel);
    size_t before = graph.edges().size();
    addStorageEdges(graph, Placement(k.kernel));
    Lines lines;
    for (size_t e = before; e < graph.edges().size(); ++e) {
      const DependenceEdge &edge = graph.edges()[e];
      lines.push_back(std::string(dependenceKindName(edge.kind)) + " " +
                      k.kernel.instructions[edge.source]->id + "->" +
                      k.kernel.instructions[edge.sink]->id +
                      (edge.ordered ? "" : ", in any order"));
    }
    return lines;
  }

  int barriers() {
    std::string text = scheduleStr(scheduleAlone(k.kernel));
    int n = 0;
    for (size_t at = text.find("barrier"); at != std::string::npos;
         at = text.find("barrier", at + 1))
      ++n;
    return n;
  }

  std::string errorOf() {
    try {
      scheduleAlone(k.kernel);
    } catch (const UserError &error) {
      return error.what();
    }
    return "";
  }

  TestKernel k;
};

TEST_F(StorageReuseTest, StorageOfItsOwnNeedsNoOrder) {
  EXPECT_EQ(added(), Lines{});
  // s and t are written, one barrier, both are read.
  EXPECT_EQ(barriers(), 2);
}

TEST_F(StorageReuseTest, AllAccessesOfOneComeBeforeTheWritesOfTheNext) {
  share("s");
  share("t");
  EXPECT_EQ(added(), (Lines{"anti ws->wt", "anti rs->wt"}));
  EXPECT_EQ(barriers(), 3);
}

TEST_F(StorageReuseTest, TheOrderGivenIsThatOfTheSchedule) {
  share("s");
  share("t");
  std::swap(k.kernel.temporaries[0], k.kernel.temporaries[1]);
  EXPECT_EQ(added(), (Lines{"anti wt->ws", "anti rt->ws"}));
  std::string text = scheduleStr(scheduleAlone(k.kernel));
  expectOrder(text, "id=rt", "id=ws");
}

TEST_F(StorageReuseTest, OfTwoValuesAtOnceThereIsNoSchedule) {
  share("s");
  share("t");
  k.domain("{ [r] : 0 <= r < 8 }").tag("r", "l.0");
  k.insn("both", {"r"}, "y[r] = s[r] + t[r]", {4, "r", 0});
  EXPECT_NE(errorOf().find("'s' and 't' share storage 'room', and reading "
                           "s[r] ('both') has to come before writing"),
            std::string::npos)
      << errorOf();
}

// for e: {for i: s[i], of this e, = x[i]; for j: y[j] = y[j] + s[7 - j]}
class ReusedAxisTest : public StorageReuseTest {
protected:
  void iterate(const std::string &tag) {
    k.kernel.instructions.clear();
    k.kernel.temporaries.clear();
    k.domain("{ [e] : 0 <= e < 4 }");
    if (!tag.empty())
      k.tag("e", tag);
    k.array("u", {"8", "4"});
    k.temporary("s", {"8", "4"}, AddressSpace::Local);
    change("s", [](Variable &var) {
      var.axes[1] = {Expr(), ReusedAxis{}, "e"};
      var.declared = {};
    });
    k.insn("ws", {"e", "i"}, "s[i, e] = x[i]", {0, "e", 0, "i", 0});
    k.insn("rs", {"e", "j"}, "u[j, e] = s[7 - j, e]", {0, "e", 1, "j", 0});
  }
};

TEST_F(ReusedAxisTest, IterationsWaitForEachOther) {
  iterate("");
  // Of one iteration's accesses with the other iterations' writes.
  EXPECT_EQ(added(), (Lines{"output ws->ws, in any order",
                            "anti rs->ws, in any order"}));
  EXPECT_EQ(barriers(), 2);
}

TEST_F(ReusedAxisTest, GroupsHaveStorageOfTheirOwn) {
  iterate("g.0");
  EXPECT_EQ(barriers(), 1);
}

TEST_F(ReusedAxisTest, WorkItemsCannotShareOneElement) {
  iterate("l.1");
  EXPECT_NE(errorOf().find("write race: 'ws' writes 's' in local memory, which "
                           "the work-items of iname 'e' (lid(1)) share"),
            std::string::npos)
      << errorOf();
}

TEST_F(ReusedAxisTest, MemoryHasNoAxisForIt) {
  iterate("");
  Kernel stored = dropReusedAxes(k.kernel);
  verifyKernel(stored);
  EXPECT_EQ(stored.findVariable("s")->axes.size(), 1u);
  EXPECT_EQ(stored.instructions[0]->assignment().assignee.str(), "s[i]");
  EXPECT_EQ(stored.instructions[1]->assignment().value.str(), "s[7 - j]");
}

} // namespace
