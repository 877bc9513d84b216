#include "../../lib/Transform/Footprint.h"

#include "../TestKernel.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;
using poly::Set;

namespace {

// for o: for i < 16, 16 o + i < n:  a[...] is read
class FootprintTest : public ::testing::Test {
protected:
  FootprintTest() : k("tile") {
    k.domain("[n] -> { [o, i] : 0 <= i < 16 and 0 <= o and 16o + i < n }");
    k.array("a", {"n + 2", "n + 2"}).array("b", {"n"});
    k.insn("s", {"o", "i"}, "b[i + 16*o] = 0.0d0", {0, "o", 0, "i", 0});
  }

  Touch touch(const std::vector<std::string> &indices) {
    Touch made;
    made.instances = InstanceSets(k.kernel).of(0);
    for (const std::string &index : indices)
      made.indices.push_back(parseExpr(index, resolverOf(k.kernel)));
    return made;
  }

  Footprint footprint(const std::vector<std::string> &outer,
                      const std::vector<std::string> &inames) {
    return Footprint(k.kernel, outer, inames, "test");
  }

  static std::string boundsOf(const Footprint &footprint, size_t a = 0) {
    const FootprintAxis &axis = footprint.axes()[a];
    return axis.iname + ": " + axis.base.str() + " + " + axis.extent.str();
  }

  TestKernel k;
};

TEST_F(FootprintTest, TileWithNeighbours) {
  Footprint f = footprint({"o"}, {"x"});
  f.add(touch({"i + 16*o"}));
  f.add(touch({"i + 16*o + 2"}));
  f.finish(FootprintShape::Exact);
  EXPECT_EQ(boundsOf(f), "x: 16*o + 18");
  ASSERT_EQ(f.domains().size(), 1u);
  const Set &x = f.domains()[0];
  EXPECT_TRUE(x.contains({{"n", 40}, {"o", 0}, {"x", 17}}));
  EXPECT_FALSE(x.contains({{"n", 40}, {"o", 0}, {"x", 18}}));
  EXPECT_TRUE(x.contains({{"n", 40}, {"o", 2}, {"x", 9}}));
  EXPECT_FALSE(x.contains({{"n", 40}, {"o", 2}, {"x", 10}}));
  EXPECT_EQ(f.shifted(0, touch({"i + 16*o + 2"}).indices[0]).str(), "i + 2");
}

TEST_F(FootprintTest, ExactSetOrItsBox) {
  for (bool box : {false, true}) {
    Footprint f = footprint({"o"}, {"x"});
    f.add(touch({"3*i"}));
    f.finish(box ? FootprintShape::Box : FootprintShape::Exact);
    EXPECT_EQ(boundsOf(f), "x: 0 + 46");
    EXPECT_TRUE(f.domains()[0].contains({{"n", 40}, {"o", 0}, {"x", 6}}));
    EXPECT_EQ(f.domains()[0].contains({{"n", 40}, {"o", 0}, {"x", 7}}), box);
  }
}

// A cross lacks the corners of its box; a diagonal, nearly all of it.
TEST_F(FootprintTest, BoxWhereItIsNearlyFull) {
  k.domain("[n] -> { [j] : 0 <= j < 8 }");
  k.insn("t", {"o", "i", "j"}, "b[i] = 0.0d0", {1, "o", 0, "i", 0, "j", 0});
  auto has = [&](bool isCross, int64_t x, int64_t y) {
    Footprint f = footprint({"o"}, {"x", "y"});
    const std::vector<std::vector<std::string>> cross = {
        {"i", "j + 1"}, {"i + 2", "j + 1"}, {"i + 1", "j"}, {"i + 1", "j + 2"}};
    for (const auto &indices :
         isCross ? cross : std::vector<std::vector<std::string>>{{"i", "i"}}) {
      Touch made = touch(indices);
      made.instances = InstanceSets(k.kernel).of(1);
      f.add(made);
    }
    f.finish(FootprintShape::WhereFull);
    poly::Point point{{"n", 32}, {"o", 0}, {"x", x}, {"y", y}};
    for (const Set &domain : f.domains())
      if (!domain.contains(point))
        return false;
    return true;
  };
  EXPECT_TRUE(has(true, 1, 0));
  EXPECT_TRUE(has(true, 0, 0));
  EXPECT_TRUE(has(true, 17, 9));
  EXPECT_FALSE(has(true, 18, 9));
  EXPECT_TRUE(has(false, 3, 3));
  EXPECT_FALSE(has(false, 3, 4));
}

TEST_F(FootprintTest, IndependentAxesHaveDomainsOfTheirOwn) {
  Footprint f = footprint({}, {"x", "y"});
  Touch both = touch({"i", "o"});
  f.add(both);
  f.clip(1, Expr::integer(4));
  f.finish(FootprintShape::Box);
  EXPECT_EQ(f.domains().size(), 2u);
  EXPECT_EQ(boundsOf(f, 1), "y: 0 + 4");
  Footprint diagonal = footprint({"o"}, {"x", "y"});
  diagonal.add(touch({"i", "i"}));
  diagonal.finish(FootprintShape::Exact);
  EXPECT_EQ(diagonal.domains().size(), 1u);
}

TEST_F(FootprintTest, WholeAxesAndClips) {
  Footprint f = footprint({"o"}, {"x", "y"});
  f.add(touch({"i - 1", "i"}));
  f.setWholeAxis(1, parseExpr("n", resolverOf(k.kernel)));
  f.clip(0, parseExpr("n", resolverOf(k.kernel)));
  f.finish(FootprintShape::Box);
  EXPECT_EQ(boundsOf(f, 0), "x: 0 + 15");
  EXPECT_EQ(boundsOf(f, 1), "y: 0 + n");
}

TEST_F(FootprintTest, WhatIsNoElementIsLeftOut) {
  for (bool box : {false, true}) {
    Footprint f = footprint({"o"}, {"x", "y"});
    f.add(touch({"i % 4", "i // 4"}));
    f.keep(Set::parse("{ [x, y] : x + 4y < 7 }")
               .flat()
               .rename({{"x", Footprint::indexName(0)},
                        {"y", Footprint::indexName(1)}}));
    f.finish(box ? FootprintShape::Box : FootprintShape::Exact);
    EXPECT_EQ(boundsOf(f, 0), "x: 0 + 4");
    EXPECT_EQ(boundsOf(f, 1), "y: 0 + 2");
    ASSERT_EQ(f.domains().size(), 1u);
    poly::Point last{{"n", 32}, {"o", 0}, {"x", 2}, {"y", 1}};
    EXPECT_TRUE(f.domains()[0].contains(last));
    last["x"] = 3;
    EXPECT_FALSE(f.domains()[0].contains(last));
  }
}

TEST_F(FootprintTest, Errors) {
  auto messageOf = [](Footprint f, const Touch &touch) {
    try {
      f.add(touch);
      f.finish(FootprintShape::Exact);
    } catch (const UserError &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  k.array("idx", {"n"}, Type::integer(4));
  EXPECT_NE(messageOf(footprint({"o"}, {"x"}), touch({"idx[i]"}))
                .find("test: the index idx[i] is not an affine function"),
            std::string::npos);
  Touch none = touch({"i"});
  none.instances = Set::empty();
  none.isGuarded = true;
  EXPECT_NE(messageOf(footprint({"o"}, {"x"}), none).find("no iteration"),
            std::string::npos);
  Footprint unknown = footprint({"o"}, {"x"});
  EXPECT_THROW(unknown.setWholeAxis(0, Expr()), UserError);
}

} // namespace
