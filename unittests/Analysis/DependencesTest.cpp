#include "loopyc/Analysis/Dependences.h"
#include "../TestKernel.h"
#include "loopyc/Analysis/DependenceGraph.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace loopyc;
using poly::Set;

namespace {

// "flow w->r" for each dependence, in order.
std::vector<std::string> summary(const Kernel &kernel) {
  std::vector<std::string> result;
  for (const Dependence &dep : dependences(kernel))
    result.push_back(std::string(dependenceKindName(dep.kind)) + " " +
                     kernel.instructions[dep.source]->id + "->" +
                     kernel.instructions[dep.sink]->id);
  return result;
}

Set relationOf(const Kernel &kernel, DependenceKind kind) {
  for (const Dependence &dep : dependences(kernel))
    if (dep.kind == kind)
      return dep.relation;
  return Set::empty();
}

using Lines = std::vector<std::string>;

TEST(Dependences, NoneBetweenDistinctElements) {
  TestKernel k("copy");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("b", {"n"});
  k.insn("s", {"i"}, "b[i] = a[i]", {0, "i", 0});
  EXPECT_EQ(summary(k.kernel), Lines{});
}

TEST(Dependences, RecurrenceFlowsFromTheLastWriter) {
  TestKernel k("recurrence");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n + 2"});
  k.insn("s", {"i"}, "a[i + 2] = a[i] + a[i + 1]", {0, "i", 0});
  Set flow;
  for (const Dependence &dep : dependences(k.kernel)) {
    EXPECT_EQ(dep.kind, DependenceKind::Flow);
    flow = flow ? flow.unite(dep.relation) : dep.relation;
  }
  ASSERT_TRUE(flow);
  EXPECT_TRUE(flow.contains({{"n", 9}, {"i", 3}, {"i'", 5}}));
  EXPECT_TRUE(flow.contains({{"n", 9}, {"i", 3}, {"i'", 4}}));
  EXPECT_FALSE(flow.contains({{"n", 9}, {"i", 3}, {"i'", 6}}));
  EXPECT_FALSE(flow.contains({{"n", 9}, {"i", 3}, {"i'", 3}}));
}

// Extents that are multiplied: iterations write different elements where the
// inner ones stay within a row.
TEST(Dependences, RowsOfAFlatArrayAreApart) {
  auto flat = [](const char *inner, const char *subscript) {
    TestKernel k("flat");
    k.domain(inner).domain("[m] -> { [j] : 0 <= j < m }");
    k.domain("[l] -> { [k] : 0 <= k < l }").array("b", {"n*m*l"});
    k.insn("s", {"k", "j", "i"}, std::string("b[") + subscript + "] = 1.0d0",
           {0, "k", 0, "j", 0, "i", 0});
    return summary(k.kernel);
  };
  const char *row = "[n] -> { [i] : 0 <= i < n }";
  EXPECT_EQ(flat(row, "i + n*(j + m*k)"), Lines{});
  EXPECT_EQ(flat(row, "i + 1 + (n + 2)*(j + 1 + (m + 1)*k)"), Lines{});
  EXPECT_EQ(flat(row, "2*m*n*k + i - 2*n*j"), Lines{});
  EXPECT_EQ(flat("[n] -> { [i] : 0 <= i <= 2n }", "2*m*n*k + i - 2*n*j"),
            Lines{"output s->s"});
  EXPECT_EQ(flat("[n] -> { [i] : 0 <= i <= n }", "i + n*(j + m*k)"),
            Lines{"output s->s"});
  EXPECT_EQ(flat(row, "i + n*(j + (m - 1)*k)"), Lines{"output s->s"});
  EXPECT_EQ(flat(row, "i*n*m + j*m + k*l"), Lines{"output s->s"});
}

// A scalar that the kernel computes cancels only where it is the same one.
TEST(Dependences, RowsThatBeginAtDataMayOverlap) {
  TestKernel k("data");
  k.domain("[m] -> { [j] : 0 <= j < m }").domain("[n] -> { [i] : 0 <= i < n }");
  k.array("b", {"n*m"}).array("p", {"m"}, Type::integer(4));
  k.temporary("t", {}, AddressSpace::Auto, Type::integer(4));
  k.insn("first", {"j"}, "t = p[j]", {0, "j", 0})
      .insn("second", {"j"}, "t = t - 1", {0, "j", 1})
      .insn("s", {"j", "i"}, "b[t + i + n*j] = 1.0d0", {0, "j", 2, "i", 0});
  Lines found = summary(k.kernel);
  EXPECT_EQ(std::count(found.begin(), found.end(), "output s->s"), 1);
}

// A product of arguments bounds the inner loop, by a scalar.
TEST(Dependences, RowsOfWholePlanesAreApart) {
  auto planes = [](const char *bound) {
    TestKernel k("planes");
    k.temporary("t", {}, AddressSpace::Auto, Type::integer(4));
    k.value("n").value("m").domain("[l] -> { [j] : 0 <= j < l }");
    k.domain("[t] -> { [i] : 0 <= i < t }").array("b", {"n*m*l"});
    k.insn("bound", {}, std::string("t = ") + bound, {0})
        .insn("s", {"j", "i"}, "b[i + n*m*j] = 1.0d0", {1, "j", 0, "i", 0});
    Lines found = summary(k.kernel);
    return std::count(found.begin(), found.end(), "output s->s");
  };
  EXPECT_EQ(planes("n*m"), 0);
  EXPECT_EQ(planes("n*m + 1"), 1);
}

// y[i] reads all that x[0..i] hold, not x[k] for a k that is no loop's.
TEST(Dependences, AReductionReadsAtAllItsPoints) {
  TestKernel k("reads");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("[i] -> { [k] : 0 <= k < i }");
  k.array("x", {"n"}).array("y", {"n"});
  k.insn("write", {"i"}, "x[i] = 1.0d0*i", {0, "i", 0})
      .insn("sum", {"i"}, "y[i] = sum(k, x[k])", {0, "i", 1});
  Set flow = relationOf(k.kernel, DependenceKind::Flow);
  for (int from : {0, 1, 4})
    EXPECT_TRUE(flow.contains({{"n", 9}, {"i", from}, {"i'", 5}})) << from;
}

TEST(Dependences, BothResultsOfACallFlow) {
  TestKernel k("call");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("y", {"n"}).temporary("s");
  k.call("both", {"i"}, Routine::SinCos, {"s", "x[i]"}, {"y[i]"}, {0, "i", 0})
      .insn("one", {"i"}, "y[i] = s", {0, "i", 1})
      .insn("two", {"i"}, "y[i] = x[i]", {0, "i", 2});
  Lines found = summary(k.kernel);
  for (const char *edge :
       {"flow both->one", "flow both->two", "anti both->one"})
    EXPECT_EQ(std::count(found.begin(), found.end(), edge), 1) << edge;
}

// The second loop overwrites what later iterations of the first still read.
TEST(Dependences, AWholeWriteHidesNoReadsOfItsLaterIterations) {
  TestKernel k("recurrence_then_write");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [j] : 0 <= j < n }")
      .array("a", {"n + 1"});
  k.insn("first", {"i"}, "a[i + 1] = 2.0*a[i]", {0, "i", 0})
      .insn("second", {"j"}, "a[j + 1] = 1.0", {1, "j", 0});
  Set anti;
  for (const Dependence &dep : dependences(k.kernel))
    if (dep.kind == DependenceKind::Anti)
      anti = dep.relation;
  ASSERT_TRUE(anti);
  EXPECT_TRUE(anti.contains({{"n", 9}, {"i", 3}, {"j'", 2}}));
  EXPECT_FALSE(anti.contains({{"n", 9}, {"i", 3}, {"j'", 3}}));
}

TEST(Dependences, AValueFlowsFromTheLastOfTwoWritesInALoop) {
  TestKernel k("two_writes");
  k.domain("[n] -> { [i] : 0 <= i < n }")
      .domain("[n] -> { [j] : 0 <= j < n }")
      .array("a", {"n + 1"})
      .array("b", {"n"});
  k.insn("ahead", {"i"}, "a[i] = 1.0", {0, "i", 0})
      .insn("behind", {"i"}, "a[i + 1] = 2.0", {0, "i", 1})
      .insn("read", {"j"}, "b[j] = a[j + 1]", {1, "j", 0});
  // a[j + 1] is written by `behind` at i = j and then by `ahead` at i = j + 1.
  int flows = 0;
  for (const Dependence &dep : dependences(k.kernel)) {
    if (dep.kind != DependenceKind::Flow)
      continue;
    ++flows;
    bool last = k.kernel.instructions[dep.source]->id == "behind";
    EXPECT_EQ(dep.relation.contains({{"n", 9}, {"i", 8}, {"j'", 8}}), last);
    EXPECT_EQ(dep.relation.contains({{"n", 9}, {"i", 4}, {"j'", 3}}), !last);
    EXPECT_FALSE(dep.relation.contains({{"n", 9}, {"i", 3}, {"j'", 3}}));
  }
  EXPECT_EQ(flows, 2);
}

TEST(Dependences, ScalarTemporaryInOneIteration) {
  TestKernel k("scalar");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("b", {"n"});
  k.temporary("t");
  k.insn("w", {"i"}, "t = a[i]", {0, "i", 0});
  k.insn("r", {"i"}, "b[i] = t", {0, "i", 1});
  // The read sees only its own iteration's write.
  Set flow = relationOf(k.kernel, DependenceKind::Flow);
  EXPECT_TRUE(flow.contains({{"n", 5}, {"i", 2}, {"i'", 2}}));
  EXPECT_FALSE(flow.contains({{"n", 5}, {"i", 1}, {"i'", 2}}));
  EXPECT_EQ(summary(k.kernel),
            (Lines{"output w->w", "anti r->w", "flow w->r"}));
}

TEST(Dependences, CoveringWriteHidesEarlierOnes) {
  TestKernel k("chain");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("[n] -> { [j] : 0 <= j < n }");
  k.domain("[n] -> { [l] : 0 <= l < n }").array("a", {"n"});
  k.insn("s0", {"i"}, "a[i] = 1.0", {0, "i", 0});
  k.insn("s1", {"j"}, "a[j] = 2.0", {1, "j", 0});
  k.insn("s2", {"l"}, "a[l] = a[l] * a[l]", {2, "l", 0});
  EXPECT_EQ(summary(k.kernel),
            (Lines{"output s0->s1", "flow s1->s2", "output s1->s2"}));
}

// cells(:, 1:2) is set row by row, the rows in one loop, and then read as a
// whole: what other iterations of i have left there reaches nobody.
TEST(Dependences, WritesHideWhatWasThereTogether) {
  auto isCarried = [](int rows, const std::vector<std::string> &guards) {
    TestKernel k("rows");
    k.domain("[n] -> { [i] : 0 <= i < n }").domain("{ [q] : 0 <= q < 2 }");
    k.domain("{ [r] : 0 <= r < " + std::to_string(rows) + " }");
    k.domain("{ [p] : 0 <= p < 2 }");
    k.array("a", {"n"})
        .array("b", {"n", "3", "2"})
        .temporary("cells", {"3", "2"});
    int position = 0;
    for (const std::string &guard : guards)
      for (int row = 0; row < 2; ++row, ++position) {
        const std::string number = std::to_string(row);
        k.insn("w" + std::to_string(position), {"i", "q"},
               "cells[" + number + ", q] = a[i] + " + number + ".0",
               {0, "i", 0, "q", position},
               guard.empty() ? std::vector<std::string>()
                             : std::vector<std::string>{guard});
      }
    k.insn("read", {"i", "r", "p"}, "b[i, r, p] = cells[r, p]",
           {0, "i", 1, "r", 0, "p", 0});
    DependenceGraph graph(k.kernel);
    bool result = false;
    for (const DependenceEdge &edge : graph.edges())
      if (edge.kind == DependenceKind::Flow)
        for (OrderLevel level : edge.levels)
          result = result || level.carried;
    return result;
  };
  EXPECT_FALSE(isCarried(2, {""}));
  EXPECT_TRUE(isCarried(3, {""}));
  EXPECT_FALSE(isCarried(2, {"a[i] > 0.0", "not (a[i] > 0.0)"}));
  EXPECT_TRUE(isCarried(2, {"a[i] > 0.0", "not (a[i] > 1.0)"}));
  EXPECT_TRUE(isCarried(2, {"a[i] > 0.0"}));
}

TEST(Dependences, UpdatesAreToldApart) {
  TestKernel k("sum");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("s", {});
  k.insn("u", {"i"}, "s = s + a[i]", {0, "i", 0});
  EXPECT_EQ(summary(k.kernel), (Lines{"update u->u"}));
}

TEST(Dependences, AtomicUpdatesExcludeAndHideNothing) {
  TestKernel k("sum");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("s", {});
  k.array("b", {"n"});
  k.insn("r", {"i"}, "b[i] = s", {0, "i", 0}, {"i < 1"});
  k.insn("u", {"i"}, "s = s + a[i]", {0, "i", 1});
  k.insn("v", {"i"}, "s = s - b[i]", {0, "i", 2});
  for (size_t at : {1, 2}) {
    auto copy = std::make_shared<Instruction>(*k.kernel.instructions[at]);
    std::get<Update>(copy->body).atomic = true;
    k.kernel.instructions[at] = copy;
  }
  DependenceGraph graph(k.kernel);
  bool readIsFirst = false;
  for (const DependenceEdge &edge : graph.edges()) {
    const AccessInfo &from = graph.accesses()[edge.sourceAccess];
    const AccessInfo &to = graph.accesses()[edge.sinkAccess];
    if (from.variable != "s")
      continue;
    bool both = from.atomic && to.atomic;
    EXPECT_EQ(edge.exclusive, !both);
    EXPECT_EQ(edge.ordered, !both);
    // From r at i = 0 to u at i' > 0, with no u in between that would do.
    readIsFirst |=
        edge.source == 0 && edge.sink == 1 &&
        !graph.conflicts(edge)
             .intersect(poly::PwAff::name("i'").ge(poly::PwAff::constant(1)))
             .isEmpty();
  }
  EXPECT_TRUE(readIsFirst);
}

TEST(Dependences, LiteralSubscriptsSeparate) {
  TestKernel k("planes");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("y", {"n", "8"});
  k.insn("s0", {"i"}, "y[i, 0] = 1.0", {0, "i", 0});
  k.insn("s1", {"i"}, "y[i, 1] = 2.0", {0, "i", 1});
  EXPECT_EQ(summary(k.kernel), Lines{});
}

TEST(Dependences, IndirectAccessIsOverApproximated) {
  TestKernel k("scatter");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("x", {"n"});
  k.array("map", {"n"}, Type::integer(4));
  k.insn("s", {"i"}, "x[map[i]] = 1.0", {0, "i", 0});
  EXPECT_EQ(summary(k.kernel), (Lines{"output s->s"}));
}

TEST(Dependences, GuardedWriteHidesNothing) {
  TestKernel k("guard");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("b", {"n"});
  k.temporary("t");
  k.insn("w0", {"i"}, "t = 0.0", {0, "i", 0});
  k.insn("w1", {"i"}, "t = a[i]", {0, "i", 1}, {"a[i] > 0.0"});
  k.insn("r", {"i"}, "b[i] = t", {0, "i", 2});
  Lines all = summary(k.kernel);
  EXPECT_NE(std::find(all.begin(), all.end(), "flow w0->r"), all.end());
  EXPECT_NE(std::find(all.begin(), all.end(), "flow w1->r"), all.end());
}

// Whether s grows depends on how far it has grown.
TEST(Dependences, AnUpdateUnderAGuardThatReadsItIsInOrder) {
  TestKernel k("fill");
  k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"});
  k.temporary("s");
  k.insn("u", {"i"}, "s = s + a[i]", {0, "i", 0}, {"s < 2.0d0"});
  for (const Dependence &dep : dependences(k.kernel))
    EXPECT_NE(dep.kind, DependenceKind::Update);
  TestKernel free("sum");
  free.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"});
  free.temporary("s").temporary("t");
  free.insn("u", {"i"}, "s = s + a[i]", {0, "i", 0}, {"t < 2.0d0"});
  EXPECT_FALSE(relationOf(free.kernel, DependenceKind::Update).isEmpty());
}

// b(n, 4) has its columns n elements apart.
TEST(Dependences, AnAccessReadsTheStridesOfItsArray) {
  TestKernel k("sizes");
  k.domain("{ [i] : 0 <= i < 4 }");
  k.array("m", {}, Type::integer(4)).array("b", {"m", "4"}).array("c", {"m"});
  k.insn("w", {"i"}, "b[0, i] = 1.0d0", {0, "i", 0});
  k.insn("v", {"i"}, "c[i] = 1.0d0", {1, "i", 0}); // consecutive, whatever m is
  k.insn("m", {}, "m = m + 1", {2});
  Lines anti;
  for (const std::string &line : summary(k.kernel))
    if (line.rfind("anti", 0) == 0)
      anti.push_back(line);
  EXPECT_EQ(anti, Lines{"anti w->m"});
}

// do i: y[ix[`at`] + `offset`] = x[i], of ix what `facts` say
TestKernel scatter(const std::string &at, MapFacts facts) {
  TestKernel k("scatter");
  k.domain("[n] -> { [i] : 0 <= i < n }");
  k.array("x", {"n"}).array("y", {"n", "n"});
  k.array("ix", {"n"}, Type::integer(4));
  k.insn("s", {"i"}, "y[ix[i] - 1, 2] = x[i]", {0, "i", 0});
  k.insn("r", {"i"}, "x[i] = y[" + at + ", 2]", {0, "i", 1});
  auto known = std::make_shared<Variable>(*k.kernel.findVariable("ix"));
  known->map = std::make_shared<const MapFacts>(facts);
  k.kernel.setVariable(known);
  return k;
}

// Are all dependences between equal iterations?
bool stays(const Kernel &kernel) {
  for (const Dependence &dep : dependences(kernel))
    if (!dep.relation
             .intersect(poly::PwAff::name("i").ne(poly::PwAff::name("i'")))
             .isEmpty())
      return false;
  return true;
}

TEST(Dependences, AnInjectiveMapHasDifferentElements) {
  MapFacts injective;
  injective.injective = true;
  EXPECT_TRUE(stays(scatter("ix[i] - 1", injective).kernel));
  EXPECT_FALSE(stays(scatter("ix[i] - 1", {}).kernel));
  EXPECT_FALSE(stays(scatter("ix[i]", injective).kernel)); // the next element
  EXPECT_FALSE(stays(scatter("ix[0] - 1", injective).kernel));
}

TEST(Dependences, AMapThatIsWrittenSaysNothing) {
  MapFacts injective;
  injective.injective = true;
  TestKernel k = scatter("ix[i] - 1", injective);
  k.insn("w", {"i"}, "ix[i] = 1", {1, "i", 0});
  EXPECT_FALSE(stays(k.kernel));
}

TEST(Dependences, AMapsBoundsKeepElementsApart) {
  MapFacts bounded;
  bounded.injective = true;
  bounded.lower = Expr::integer(5);
  EXPECT_FALSE(stays(scatter("4", bounded).kernel));
  bounded.lower = Expr::integer(6);
  EXPECT_TRUE(stays(scatter("4", bounded).kernel));
}

} // namespace
