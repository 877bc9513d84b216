#include "loopyc/IR/FastMath.h"

#include "loopyc/IR/SpecializedArguments.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;

static std::string kinds(const std::string &text) {
  return str(readFastMath(text, "here"));
}

TEST(FastMath, KindsAreNamedInAnyOrder) {
  EXPECT_EQ(kinds(""), "");
  EXPECT_EQ(kinds("False"), "");
  EXPECT_EQ(kinds("division, rsqrt"), "rsqrt, division");
  EXPECT_EQ(kinds("True"),
            "reciprocal, rsqrt, division, denormals, contraction");
  EXPECT_EQ(kinds(kinds("True")), kinds("True"));
}

TEST(FastMath, UnknownKindsAreErrors) {
  try {
    kinds("rsqrt, divison");
    FAIL() << "accepted";
  } catch (const UserError &error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'division'"),
              std::string::npos);
  }
}

TEST(FastMath, OfSeveralKernels) {
  EXPECT_EQ(str(common(readFastMath("rsqrt, division", ""),
                       readFastMath("division, denormals", ""))),
            "division");
}

TEST(SpecializedArguments, AreArgumentsByValue) {
  Kernel kernel;
  for (const char *name : {"n", "m"}) {
    auto var = std::make_shared<Variable>();
    var->name = name;
    var->type = Type::integer(4);
    var->kind = VariableKind::ValueArg;
    kernel.arguments.push_back(var);
  }
  EXPECT_TRUE(specializedArguments(kernel).names.empty());
  setSpecializedArguments(kernel, {{"m", "n"}, 3});
  EXPECT_EQ(specializedArguments(kernel).names,
            (std::vector<std::string>{"m", "n"}));
  EXPECT_EQ(specializedArguments(kernel).variants, 3);
  kernel.removeVariable("m");
  EXPECT_EQ(specializedArguments(kernel).names,
            (std::vector<std::string>{"n"}));
}
