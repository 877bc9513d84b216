// Which iterations meet in one element.
#include "../../lib/Check/Meetings.h"
#include "../TestKernel.h"

using namespace loopyc;
using namespace loopyc::check;

namespace {

// for i, j: an update of the element
NameSet inamesOf(const std::string &element) {
  TestKernel k("update");
  k.domain("[n] -> { [i] : 0 <= i < n }").domain("[m] -> { [j] : 0 <= j < m }");
  k.array("h", {"n"}).array("y", {"n", "m"}).array("s", {});
  k.array("ix", {"n"}, Type::integer(4));
  k.insn("add", {"i", "j"}, element + " = " + element + " + 1.0d0",
         {0, "i", 0, "j", 0});
  return Meetings(k.kernel, {{"n", 10}, {"m", 7}})
      .inamesOf(*k.kernel.instructions.front());
}

} // namespace

TEST(Meetings, AreOfLoopsThatSubscriptsDoNotFollow) {
  EXPECT_EQ(inamesOf("s"), NameSet({"i", "j"}));
  EXPECT_EQ(inamesOf("h[i]"), NameSet({"j"}));
  EXPECT_EQ(inamesOf("h[n - 1 - i]"), NameSet({"j"}));
  EXPECT_EQ(inamesOf("y[i, j]"), NameSet());
  EXPECT_EQ(inamesOf("y[j, i + j]"), NameSet());
}

TEST(Meetings, AreOfLoopsWhoseIterationsShareAnElement) {
  EXPECT_EQ(inamesOf("h[i % 4]"), NameSet({"i", "j"}));
  EXPECT_EQ(inamesOf("h[i // 3]"), NameSet({"i", "j"}));
  EXPECT_EQ(inamesOf("h[i % 4 + 4*j]"), NameSet({"i"}));
  EXPECT_EQ(inamesOf("h[i + n*j]"), NameSet());
  EXPECT_EQ(inamesOf("h[i + j]").size(), 1u);
}

TEST(Meetings, AreAnyWhereDataSayTheElement) {
  EXPECT_EQ(inamesOf("h[ix[i]]"), NameSet({"i", "j"}));
}
