#include "loopyc/Support/FreshNames.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

TEST(FreshNames, AreTheFirstThatAreFree) {
  FreshNames names(std::set<std::string>{"i", "i_0", "i_2"});
  EXPECT_EQ(names.fresh("j"), "j");
  EXPECT_EQ(names.fresh("i"), "i_1");
  EXPECT_EQ(names.fresh("i"), "i_3");
  EXPECT_EQ(names.fresh("j"), "j_0");
}

TEST(FreshNames, AreTakenThen) {
  FreshNames names;
  EXPECT_FALSE(names.isTaken("t"));
  EXPECT_TRUE(names.take("t"));
  EXPECT_FALSE(names.take("t"));
  EXPECT_EQ(names.fresh("t"), "t_0");
  EXPECT_TRUE(names.isTaken("t_0"));
}

TEST(FreshNames, Numbered) {
  FreshNames names;
  EXPECT_EQ(names.numbered("s", 0), "s_0");
  EXPECT_EQ(names.numbered("s", 0), "s_1");
  EXPECT_EQ(names.numbered("s", 1), "s_2");
  EXPECT_EQ(names.numbered("t", 1), "t_1");
}

TEST(FreshNames, Lengthened) {
  FreshNames names(std::set<std::string>{"n_"});
  EXPECT_EQ(names.lengthened("n"), "n");
  EXPECT_EQ(names.lengthened("n"), "n__");
}

TEST(FreshNames, OfAnyCase) {
  FreshNames names(FreshNames::Case::Ignored);
  names.take("Flux");
  EXPECT_TRUE(names.isTaken("FLUX"));
  EXPECT_EQ(names.numbered("flux", 1), "flux_1");
  EXPECT_EQ(names.fresh("fluX"), "fluX_0");
}

TEST(FreshNames, AvoidWhatIsReserved) {
  FreshNames names([](const std::string &name) { return name == "int"; });
  EXPECT_FALSE(names.take("int"));
  EXPECT_EQ(names.lengthened("int"), "int_");
  EXPECT_EQ(names.fresh("int"), "int_0");
  EXPECT_EQ(names.firstFree("int", [](const auto &n) { return "v_" + n; }),
            "v_int");
}

} // namespace
