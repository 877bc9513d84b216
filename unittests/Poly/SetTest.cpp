#include "loopyc/Poly/Ast.h"
#include "loopyc/Poly/PlainSet.h"
#include "loopyc/Poly/Set.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

TEST(Set, MovesNamesBetweenDimensionsAndParameters) {
  Set s = Set::parse("[n] -> { [i, j] : 0 <= i < n and 0 <= j < i }");
  EXPECT_EQ(s.dims(), (Names{"i", "j"}));
  EXPECT_TRUE(s.flat().dims().empty());
  EXPECT_EQ(s.flat().withDims({"j"}).dims(), Names{"j"});
  EXPECT_TRUE(s.isEqual(s.flat().withDims({"j", "i"})));
}

TEST(Set, BoundsByName) {
  Set s = Set::parse("[n] -> { [i] : 0 <= i < n and n <= 40 }");
  EXPECT_EQ(s.minConst("i"), 0);
  EXPECT_EQ(s.maxConst("i"), 39);
  EXPECT_EQ(Set::parse("[n] -> { [i] : 0 <= i < n }").maxConst("i"),
            std::nullopt);
  EXPECT_EQ(s.maxOf("i", {"n"}).gist(s.project({"i"})).str(),
            "[n] -> { [] -> [(-1 + n)] }");
}

TEST(Set, UnboundedIsAUserError) {
  EXPECT_THROW(Set::parse("{ [i] : i >= 0 }").maxOf("i", {}), UserError);
}

TEST(Set, BadNotationIsAUserError) {
  EXPECT_THROW(Set::parse("{ [i] : 0 <= }"), UserError);
}

TEST(Set, RenameKeepsDimensions) {
  Set s = Set::parse("[n] -> { [i, j] : i + j = n }").rename({{"i", "k"}});
  EXPECT_EQ(s.dims(), (Names{"k", "j"}));
  EXPECT_TRUE(s.contains({{"k", 1}, {"j", 2}, {"n", 3}}));
}

TEST(PwAff, DivisionRounds) {
  PwAff i = PwAff::name("i");
  auto at = [](const PwAff &e, int64_t value) {
    Set s = Set::universe().fix("i", value).equate("r", e);
    return s.minConst("r").value();
  };
  EXPECT_EQ(at(i.floorDiv(4), -5), -2);
  EXPECT_EQ(at(i.truncDiv(4), -5), -1);
  EXPECT_EQ(at(i.truncDiv(-4), 5), -1);
  EXPECT_EQ(at(i.floorMod(4), -5), 3);
}

TEST(Ast, GuardIsHoistedOutOfALoopWithoutBarrier) {
  AstTree statement;
  statement.statement = 0;
  statement.domain =
      Set::parse("[n, g, l, k] -> { : 0 <= 16g + l < n and 0 <= k < 8 }");
  AstTree loop;
  loop.loop = "k";
  loop.children = {statement};
  Set context = Set::parse("[n, g, l] -> { : 0 <= l < 16 and 0 <= 16g < n }");
  auto nodes = generateAst({loop}, context);
  ASSERT_EQ(nodes.size(), 1u);
  EXPECT_EQ(nodes[0].kind, AstNode::Kind::If);
  EXPECT_EQ(nodes[0].children[0].kind, AstNode::Kind::For);
}

TEST(Ast, BarrierIsReachedByAllItems) {
  AstTree statement, barrier;
  statement.statement = 0;
  statement.domain =
      Set::parse("[n, g, l, k] -> { : 0 <= 16g + l < n and 0 <= k < 8 }");
  barrier.statement = 1;
  barrier.domain = statement.domain.project({"l"});
  barrier.uniformIn = {"l"};
  AstTree loop;
  loop.loop = "k";
  loop.children = {statement, barrier};
  Set context = Set::parse("[n, g, l] -> { : 0 <= l < 16 and 0 <= 16g < n }");
  auto nodes = generateAst({loop}, context);
  ASSERT_EQ(nodes.size(), 1u);
  ASSERT_EQ(nodes[0].kind, AstNode::Kind::For);
  ASSERT_EQ(nodes[0].children.size(), 2u);
  EXPECT_EQ(nodes[0].children[0].kind, AstNode::Kind::If);
  EXPECT_EQ(nodes[0].children[1].kind, AstNode::Kind::User);
}

TEST(Set, ABoundByAProjectedNameIsNone) {
  // x is a multiple of 3, or one less.
  Set set = Set::parse("{ [x, e] : x >= 0 and 3e - 1 <= x <= 3e }")
                .flat()
                .project({"e"});
  EXPECT_EQ(set.minOf("x", {}).str(), PwAff::constant(0).str());
  EXPECT_THROW(set.maxOf("x", {}), UserError);
}

// The number of groups for i = 7*g + 5*(2*a + b) + c: that there are such a, b
// and c is said in terms of n, not once more by each operation.
TEST(Set, BoundsHaveSmallDomains) {
  Set set = Set::parse(
      "[n] -> { [g, a, b, c] : 0 <= c <= 4 and 0 <= b <= 1 and "
      "0 <= c + 10a + 5b <= 6 and 0 <= 7g + c + 10a + 5b and "
      "14g + 2c + 20a + 10b <= n - 2 }");
  PwAff count = set.maxOf("g", {"n"}) - set.minOf("g", {"n"});
  PwAff size = PwAff::select(count.domain(), count, PwAff::constant(0))
                   .max(PwAff::constant(1));
  EXPECT_TRUE(count.domain().isEqual(Set::parse("[n] -> { : n >= 2 }")));
  EXPECT_EQ(size.str().find("exists"), std::string::npos) << size.str();
}

// isl's integers have any length: what does not fit is no number, and least of
// all 0.
TEST(Set, NumbersBeyond64Bits) {
  PwAff large = PwAff::constant(INT64_MAX).scaled(4);
  EXPECT_EQ(large.asConstant(), std::nullopt);
  EXPECT_THROW(toAst(large, Set::universe()), UserError);
  Set set = Set::parse("{ [i, k] : 0 <= k <= 9223372036854775807 and "
                       "-4k <= i <= 4k }");
  EXPECT_EQ(set.minConst("i"), std::nullopt);
  EXPECT_EQ(set.maxConst("i"), std::nullopt);
  EXPECT_EQ(PwAff::constant(5).truncDiv(INT64_MIN).asConstant(), 0);
}

TEST(PlainSet, RefusesPointsBeyond64Bits) {
  PlainSet set =
      plainSet(Set::parse("[i, j] -> { : 3i + 2j <= 7 }"), {"i", "j"});
  int64_t near[] = {1, 2}, far[] = {INT64_MAX, 0};
  EXPECT_TRUE(set.contains(near));
  EXPECT_THROW(set.contains(far), UserError);
}

// isl 0.27 joins these two to one set, with points between them.
TEST(Set, CoalescingAddsNoPoint) {
  Set parts = Set::parse(
      "[n, x] -> { : n >= -1 and (((x + n) mod 2 = 0 and 0 <= x <= 1) or "
      "(x mod 2 = 0 and n >= -1 + x and 2*floor((x + n)/2) >= -1 + n)) }");
  EXPECT_TRUE(parts.coalesce().isEqual(parts));
  EXPECT_TRUE(parts.fix("n", 3).fix("x", 5).coalesce().isEmpty());
}

// Whether there are points is asked when somebody wants to know.
TEST(Set, IntersectionsWithoutPoints) {
  Set even = Set::parse("[n] -> { [i] : i mod 2 = 0 and 0 <= i < n }");
  Set odd = Set::parse("[m] -> { [i] : i mod 2 = 1 and 0 <= i < m }");
  Set below = Set::parse("[n] -> { [i] : 3i < 2n and 3i > 2n - 1 }");
  for (const Set &none : {even.intersect(odd), below.intersect(below)}) {
    EXPECT_EQ(none.dims(), Names{"i"});
    EXPECT_TRUE(none.isSubset(odd));
    EXPECT_TRUE(none.isEmpty());
    // ... also where it is known that there are none.
    EXPECT_TRUE(none.intersect(even).isEmpty());
    EXPECT_TRUE(even.intersect(none).isEmpty());
    EXPECT_TRUE(none.subtract(odd).isEmpty());
    EXPECT_TRUE(none.unite(odd).isEqual(odd));
    EXPECT_TRUE(odd.subtract(none).isEqual(odd));
    EXPECT_TRUE(none.coalesce().project({"i"}).isEmpty());
  }
}

TEST(Set, IntersectionsHaveTheConstraintsOfBoth) {
  Set rows = Set::parse("[n] -> { [i, j] : 0 <= i < n }");
  Set columns = Set::parse("[m] -> { [j, i] : 0 <= j < m and j <= i }");
  EXPECT_TRUE(rows.intersect(columns).isEqual(
      Set::parse("[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m and j <= i "
                 "}")));
  EXPECT_TRUE(Set::universe({"i", "j"}).intersect(rows).isEqual(rows));
  Set two = Set::parse("[n] -> { [i, j] : i = 0 or i = n - 1 }");
  EXPECT_TRUE(two.intersect(rows).isEqual(
      Set::parse("[n] -> { [i, j] : n > 0 and (i = 0 or i = n - 1) }")));
}

// Many names go in parts: by themselves, with each other, and with those that
// stay.
TEST(Set, ProjectionsOfManyNames) {
  std::string names, text = "0 <= k <= i0 and i1 <= i2 <= i3 and 2*i4 = k + n";
  Names gone;
  for (int i = 0; i < 20; ++i) {
    const std::string name = "i" + std::to_string(i);
    names += (i ? ", " : "") + name;
    text += " and 0 <= " + name + " < n";
    if (i > 0)
      gone.push_back(name);
  }
  Set box = Set::parse("[n] -> { [k, " + names + "] : " + text + " }");
  Set oneByOne = box;
  for (const std::string &name : gone)
    oneByOne = oneByOne.project({name});
  Set rest = box.project(gone);
  EXPECT_EQ(rest.dims(), (Names{"k", "i0"}));
  EXPECT_TRUE(rest.isEqual(oneByOne));
  EXPECT_TRUE(rest.isEqual(
      Set::parse("[n] -> { [k, i0] : 0 <= k <= i0 < n and (k + n) mod 2 = 0 "
                 "and k + n < 2n }")));
}

} // namespace
