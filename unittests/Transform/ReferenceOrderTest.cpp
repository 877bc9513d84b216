#include "loopyc/Transform/ReferenceOrder.h"

#include "Helpers.h"

using namespace loopyc;

namespace {

std::string timeStr(const ReferenceTime &time) {
  std::string text;
  for (const Expr &component : time)
    text += (text.empty() ? "" : ", ") + component.str();
  return text;
}

std::vector<std::string> times(const Kernel &kernel) {
  std::vector<std::string> result;
  for (const InstructionPtr &insn : kernel.instructions)
    result.push_back(timeStr(insn->time));
  return result;
}

using Lines = std::vector<std::string>;

// triangle(): load (0, i, 0); update (0, i, 1, j, 0); store (0, i, 2)

TEST(ReferenceOrder, BeforeMovesWhatFollows) {
  Kernel k = triangle();
  EXPECT_EQ(timeStr(placeBefore(k, {1}, {"i"})), "0, i, 1");
  EXPECT_EQ(times(k), (Lines{"0, i, 0", "0, i, 2, j, 0", "0, i, 3"}));
  expectSame(triangle(), k);
}

TEST(ReferenceOrder, AfterMovesOnlyWhatIsBehind) {
  Kernel k = triangle();
  EXPECT_EQ(timeStr(placeAfter(k, {0, 1}, {"i"})), "0, i, 2");
  EXPECT_EQ(times(k), (Lines{"0, i, 0", "0, i, 1, j, 0", "0, i, 3"}));
}

TEST(ReferenceOrder, InsideOnlyOfLoopsThatItIsWithin) {
  Kernel k = triangle();
  EXPECT_EQ(timeStr(placeBefore(k, {1}, {"i", "j"})), "0, i, 1, j, 0");
  EXPECT_EQ(times(k), (Lines{"0, i, 0", "0, i, 1, j, 1", "0, i, 2"}));
  k = triangle();
  EXPECT_EQ(timeStr(placeBefore(k, {1, 2}, {})), "0");
  EXPECT_EQ(times(k), (Lines{"1, i, 0", "1, i, 1, j, 0", "1, i, 2"}));
}

TEST(ReferenceOrder, LoopsOfItsOwnComeAfterThePosition) {
  Kernel k = triangle();
  k.domains.push_back(poly::Set::parse("{ [x] : 0 <= x < 3 }"));
  EXPECT_EQ(timeStr(placeAfter(k, {2}, {"i", "x"})), "0, i, 3, x, 0");
  EXPECT_EQ(times(k), times(triangle()));
}

} // namespace
