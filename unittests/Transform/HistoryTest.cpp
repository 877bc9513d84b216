// What follows a transformation, without any script.
#include "Helpers.h"

using namespace loopyc;

static HistoryEntry entry() {
  HistoryEntry made;
  made.transformation = "split_iname";
  made.arguments = "'i', 4";
  made.remarks = {"for a test"};
  return made;
}

TEST(History, RecordsAfterWhatWasThere) {
  Kernel once = recorded(triangle(), splitIname(triangle(), "i", 4), entry());
  Kernel twice = recorded(once, splitIname(once, "j", 2), entry());
  ASSERT_EQ(twice.history.size(), 2u);
  EXPECT_EQ(twice.history[1].arguments, "'i', 4");
  EXPECT_EQ(twice.history[1].remarks, (Remarks{"for a test"}));
}

TEST(History, BrokenKernelsAreInternalErrors) {
  Kernel broken = triangle();
  broken.inameTags["z"] = tag("unr");
  try {
    recorded(triangle(), broken, entry());
    FAIL() << "a tag of no iname";
  } catch (const InternalError &error) {
    EXPECT_EQ(std::string(error.what()).find("after split_iname('i', 4): "), 0u)
        << error.what();
  }
}

TEST(History, NewLayoutsAreChecked) {
  auto strided = std::make_shared<Variable>(*rectangle().findVariable("a"));
  strided->axes[0].tag = strided->axes[1].tag = StrideAxis{Expr::integer(1)};
  Kernel overlapping = rectangle();
  overlapping.setVariable(strided);
  EXPECT_MESSAGE("'a'", recorded(rectangle(), overlapping, entry()));
  // One that was there before is not the transformation's doing.
  EXPECT_EQ(recorded(overlapping, overlapping, entry()).history.size(), 1u);
}
