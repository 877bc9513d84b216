#include "../../lib/Lower/AutoAxes.h"

#include "../TestKernel.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

// 16 x 4 work-items; a loop over x, tagged l.auto, beside them or within.
class AutoAxesTest : public ::testing::Test {
protected:
  AutoAxesTest() : k("auto") {
    k.domain("{ [i] : 0 <= i < 16 }").domain("{ [j] : 0 <= j < 4 }");
    k.tag("i", "l.0").tag("j", "l.1");
    k.array("a", {"16", "4"});
    k.insn("s", {"i", "j"}, "a[i, j] = 1.0d0", {0, "i", 0, "j", 0});
  }

  void fetch(const std::string &x, const std::string &extent,
             std::vector<std::string> around = {}) {
    k.domain("[n] -> { [" + x + "] : 0 <= " + x + " < " + extent + " }");
    k.array("b_" + x, {"n + 100"});
    k.tag(x, "l.auto");
    around.push_back(x);
    k.insn("fetch_" + x, around, "b_" + x + "[" + x + "] = 0.0d0",
           {1, x.c_str(), 0});
  }

  std::string tagOf(const std::string &iname) const {
    return resolveAutoAxes(k.kernel).tagOf(iname).str();
  }

  TestKernel k;
};

TEST_F(AutoAxesTest, TheLowestAxisThatIsLongEnough) {
  fetch("x", "16");
  EXPECT_EQ(tagOf("x"), "l.0");
}

TEST_F(AutoAxesTest, LongerOnesAreSplit) {
  fetch("x", "40");
  Kernel result = resolveAutoAxes(k.kernel);
  EXPECT_EQ(result.tagOf("x_inner").str(), "l.0");
  // The work-items along the other axis take their share.
  EXPECT_EQ(result.tagOf("x_outer").str(), "l.1");
  EXPECT_EQ(domainOf(result, {"x_inner"}).maxConst("x_inner"), 15);
}

TEST_F(AutoAxesTest, UnknownLengthsAreSplit) {
  fetch("x", "n");
  EXPECT_EQ(resolveAutoAxes(k.kernel).tagOf("x_inner").str(), "l.0");
}

TEST_F(AutoAxesTest, AxesInUseAreLeftOut) {
  fetch("x", "4", {"i"});
  EXPECT_EQ(tagOf("x"), "l.1");
}

TEST_F(AutoAxesTest, WithoutAFreeAxisItIsALoop) {
  fetch("x", "4", {"i", "j"});
  EXPECT_EQ(tagOf("x"), InameTag().str());
}

TEST_F(AutoAxesTest, SeveralTakeDifferentAxes) {
  k.domain("{ [x, y] : 0 <= x < 16 and 0 <= y < 4 }").array("b", {"16", "4"});
  k.tag("x", "l.auto").tag("y", "l.auto");
  k.insn("fetch", {"x", "y"}, "b[x, y] = 0.0d0", {1, "x", 0, "y", 0});
  EXPECT_EQ(tagOf("x"), "l.0");
  EXPECT_EQ(tagOf("y"), "l.1");
}

TEST_F(AutoAxesTest, AnAxisOfOneServesNobody) {
  k.kernel.inameTags.erase("i");
  k.kernel.inameTags.erase("j");
  k.domain("{ [one] : 0 <= one < 1 }").array("c", {"1"});
  k.tag("one", "l.0");
  k.insn("single", {"one"}, "c[one] = 1.0d0", {2, "one", 0});
  fetch("x", "16");
  EXPECT_EQ(tagOf("x"), InameTag().str());
}

} // namespace
