// Names in sets and what they stand for.
#include "loopyc/IR/SetNames.h"

#include "../TestKernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <gtest/gtest.h>

using namespace loopyc;

namespace {

TEST(SetNames, AxesComeBack) {
  for (AxisKind kind : {AxisKind::Group, AxisKind::Local})
    for (int number : {0, 1, 2, 17}) {
      GridAxis axis{kind, number};
      EXPECT_EQ(axisOf(axis.str()), axis);
      EXPECT_EQ(referenceOf(axis.str()), Expr::axis(axis));
    }
  EXPECT_EQ((GridAxis{AxisKind::Group, 0}.str()), "gid(0)");
  EXPECT_EQ((GridAxis{AxisKind::Local, 2}.str()), "lid(2)");
}

TEST(SetNames, MarkedNamesComeBack) {
  for (Mark mark : {Mark::None, Mark::Prime, Mark::DoublePrime}) {
    Expr e = Expr::marked("i", mark);
    EXPECT_EQ(referenceOf(e.str()), e);
  }
  EXPECT_EQ(Expr::marked("i", Mark::Prime).str(), "i'");
  EXPECT_EQ(Expr::marked("i", Mark::DoublePrime).str(), "i''");
  EXPECT_EQ(primed("i"), "i'");
}

TEST(SetNames, TypesAreKept) {
  Type wide = Type::integer(8);
  for (const char *name : {"i", "i'", "lid(0)"})
    EXPECT_EQ(referenceOf(name, wide).type(), wide);
}

TEST(SetNames, VariablesAreNoAxes) {
  // What Fortran and scripts may call their variables.
  for (const char *name : {"lid", "lid_0", "gid0", "lid0", "i_prime", "x_"}) {
    EXPECT_FALSE(axisOf(name));
    EXPECT_EQ(referenceOf(name), Expr::var(name));
    EXPECT_TRUE(isProgramName(name));
  }
  for (const char *name : {"lid(0)", "gid(12)", "i'", "i''", " x0", "axis(0)"})
    EXPECT_FALSE(isProgramName(name));
  // What only looks like an axis.
  for (const char *name : {"axis(0)", "lid(x)", "lid()", "lid(0", "mylid(0)"})
    EXPECT_FALSE(axisOf(name));
}

TEST(SetNames, AuxiliaryNamesAreNobodyElses) {
  EXPECT_TRUE(isAuxiliaryName(auxiliaryName("x0")));
  EXPECT_NE(auxiliaryName("x0"), "x0");
  EXPECT_EQ(subscriptName(2), "axis(2)");
}

// The same name of two instances: two names in one set, two references.
TEST(Marks, TellInstancesApart) {
  Expr here = Expr::var("i"), there = Expr::marked("i", Mark::Prime);
  EXPECT_NE(here, there);
  EXPECT_FALSE(mentions(there, "i"));
  EXPECT_EQ(fold(there - here).str(), "i' - i");
  std::set<std::string> names, arrays;
  collectNames(there + here, names, arrays);
  EXPECT_EQ(names, std::set<std::string>{"i"});
}

TEST(Marks, SubstitutionByNameLeavesThem) {
  Expr there = Expr::marked("i", Mark::Prime);
  Substitution one{{"i", Expr::integer(1)}};
  EXPECT_EQ(substitute(there, one), there);
  EXPECT_EQ(substitute(Expr::var("i") + there, one).str(), "i' + 1");
  Substitution primes = markedReferences({"i"}, Mark::Prime);
  EXPECT_EQ(substitute(Expr::var("i") + Expr::var("j"), primes).str(),
            "i' + j");
}

TEST(Axes, AreNoNames) {
  GridAxis axis{AxisKind::Local, 0};
  Expr e = Expr::axis(axis) + Expr::var("lid");
  EXPECT_TRUE(mentions(e, axis));
  EXPECT_FALSE(mentions(e, GridAxis{AxisKind::Group, 0}));
  EXPECT_FALSE(mentions(e, axis.str()));
  EXPECT_EQ(substitute(e, {{axis.str(), Expr::integer(1)}}), e);
  Expr one = Expr::integer(1);
  Expr replaced = substituteReferences(e, [&](const Expr &reference) {
    return reference.getIf<AxisRef>() ? &one : nullptr;
  });
  EXPECT_EQ(replaced.str(), "lid + 1");
}

// Neither may stand in a kernel.
TEST(References, OfOtherInstancesAreNotVerified) {
  for (const Expr &wrong :
       {Expr::marked("i", Mark::Prime), Expr::axis({AxisKind::Local, 0})}) {
    TestKernel k("k");
    k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"});
    k.insn("s", {"i"}, "a[i] = 1.0d0", {0, "i", 0});
    EXPECT_NO_THROW(verifyKernel(k.kernel));
    k.kernel.instructions[0] =
        mapExprs(k.kernel.instructions[0], [&](const Expr &e) {
          return substitute(e, {{"i", wrong}});
        });
    EXPECT_THROW(verifyKernel(k.kernel), InternalError);
  }
}

TEST(References, ToNothingElseAreNames) {
  for (const char *name : {"lid(0)", "i'", " x", "axis(0)"}) {
    TestKernel variable("k"), iname("k");
    variable.temporary(name);
    EXPECT_THROW(verifyKernel(variable.kernel), InternalError);
    iname.kernel.domains.push_back(poly::Set::universe({name}).fix(name, 0));
    EXPECT_THROW(verifyKernel(iname.kernel), InternalError);
  }
}

} // namespace
