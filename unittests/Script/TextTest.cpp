// Texts in scripts' arguments, and the values that they stand for.
#include "loopyc/Script/Text.h"

#include "../TestKernel.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Inames.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::script;
using poly::Set;

namespace {

Kernel sample() {
  TestKernel k("sample");
  k.domain("[n] -> { [i, j] : 0 <= i < n and 0 <= j < 4 }")
      .value("scale", Type::real(8))
      .array("a", {"n", "4"});
  k.insn("s", {"i", "j"}, "a[i, j] = scale*a[i, j]", {0, "i", 0, "j", 0});
  return k.kernel;
}

template <typename F> std::string messageOf(F read) {
  try {
    read();
  } catch (const UserError &error) {
    return error.what();
  }
  return "no error";
}

#define EXPECT_MESSAGE(part, ...)                                              \
  EXPECT_NE(messageOf([&] { __VA_ARGS__; }).find(part), std::string::npos)     \
      << messageOf([&] { __VA_ARGS__; })

std::string str(const AxisTagging &tagging) {
  return match(
      tagging, [](const SameTag &) { return std::string("same"); },
      [](const AxisTag &tag) { return axisTagStr(tag); },
      [](AxisOrder order) {
        return std::string(order == AxisOrder::C ? "C" : "F");
      });
}

std::string tagText(const std::string &text) {
  return str(readAxisTag(text, sample(), *sample().findVariable("a")));
}

// All tags of array a, which has two axes.
std::string tagTexts(const std::string &texts) {
  Kernel kernel = sample();
  std::string result;
  for (const AxisTagging &tag :
       readAxisTags(splitAtCommas(texts), kernel, *kernel.findVariable("a")))
    result += (result.empty() ? "" : ",") + str(tag);
  return result;
}

TEST(AxisTexts, Tags) {
  for (const char *text :
       {"N0", "N12", "N1:align:32", "vec", "sep", "stride:2*n"})
    EXPECT_EQ(tagText(text), text);
  EXPECT_EQ(tagText("c"), "C");
  EXPECT_EQ(tagText("stride:auto"), "C");
  EXPECT_EQ(tagText("F"), "F");
  EXPECT_EQ(tagText(""), "same");
  for (const char *text : {"M1", "N", "N123", "N0:align:32", "N1:align:", "n0"})
    EXPECT_MESSAGE("is not a tag for an axis of array 'a'", tagText(text));
  EXPECT_MESSAGE("the stride of 'stride:scale' must be an integer",
                 tagText("stride:scale"));
  EXPECT_MESSAGE("unknown name 'q'", tagText("stride:q"));
}

TEST(AxisTexts, OptionalOnesAreForArraysThatHaveThem) {
  EXPECT_EQ(tagTexts("N1,N0"), "N1,N0");
  EXPECT_EQ(tagTexts("N1?,N0?"), "N1,N0");
  EXPECT_EQ(tagTexts("N0?,N2,N1"), "N1,N0");
  EXPECT_EQ(tagTexts("N0?,,N1"), "N0,N1");
  EXPECT_EQ(tagTexts(",N1"), "same,N1");
  EXPECT_EQ(tagTexts("stride:unknown?,vec,sep"), "vec,sep");
  EXPECT_EQ(tagTexts("N0,N1,N2"), "N0,N1,N2");
  Kernel kernel = sample();
  auto byAxis = [&](const std::string &axis) {
    std::map<std::string, std::string> texts = {{axis, "N0?"}};
    return readAxisTags(texts, kernel, *kernel.findVariable("a"));
  };
  EXPECT_EQ(byAxis("1").size(), 1u);
  EXPECT_TRUE(byAxis("2").empty());
}

TEST(AxisTexts, ListsAndOrders) {
  EXPECT_EQ(splitAtCommas("N0, stride:f(n, m),, x[i, j]"),
            (std::vector<std::string>{"N0", "stride:f(n,m)", "", "x[i,j]"}));
  Kernel kernel = sample();
  const Variable &a = *kernel.findVariable("a");
  EXPECT_EQ(readAxisOrder("f", a), AxisOrder::Fortran);
  EXPECT_MESSAGE("the new axes of 'a' must be C or F, but it is 'D'",
                 readAxisOrder("D", a));
}

TEST(AccessPatterns, SubscriptsAndWholeAxes) {
  AccessPattern all = readAccessPattern("a ", sample());
  EXPECT_EQ(all.array, "a");
  EXPECT_TRUE(all.subscripts.empty());
  AccessPattern row = readAccessPattern("a[i + 1, :]", sample());
  EXPECT_EQ(row.array, "a");
  ASSERT_EQ(row.subscripts.size(), 2u);
  EXPECT_EQ(row.subscripts[0].str(), "i + 1");
  EXPECT_FALSE(row.subscripts[1]);
  EXPECT_MESSAGE("should be an array, or a pattern",
                 readAccessPattern("a[i", sample()));
  EXPECT_MESSAGE("unknown name 'q'", readAccessPattern("a[q, :]", sample()));
}

TEST(AccessPatterns, FormerInamesAreWhatTheyBecame) {
  Kernel split = splitIname(sample(), "i", 4);
  EXPECT_EQ(readSubscript("I", split).str(), "i_inner + 4*i_outer");
}

TEST(Expressions, OfBaseAndBuffer) {
  Type type = Type::real(8);
  EXPECT_FALSE(readInitExpression("", sample(), type));
  EXPECT_EQ(readInitExpression("0", sample(), type).str(), "0.0d0");
  EXPECT_EQ(readStoreExpression("base + buffer", sample(), type).str(),
            "base + buffer");
  EXPECT_MESSAGE("unknown name 'buffer'",
                 readInitExpression("buffer", sample(), type));
}

TEST(Expressions, TemplatesOfRules) {
  RuleTemplate read = readRuleTemplate("a[t, 0]*scale", {"t"}, sample());
  EXPECT_TRUE(mentions(read.form, "t"));
  EXPECT_EQ(read.text, "a[t, 0]*scale");
  EXPECT_EQ(readRuleTemplate("sin(t)", {"t"}, sample()).form.str(),
            "sin(float64(t))");
  EXPECT_MESSAGE("unknown name 'u'",
                 readRuleTemplate("sin(u)", {"t"}, sample()));
}

TEST(Conditions, InEitherNotation) {
  Set expected = Set::parse("[n] -> { : n >= 1 and n mod 16 = 0 }");
  for (const char *text : {"n >= 1 and n mod 16 = 0", "n % 16 == 0 and N > 0",
                           "exists e : n = 16e and n >= 1"})
    EXPECT_TRUE(readCondition(text, sample()).isEqual(expected)) << text;
}

TEST(Conditions, Errors) {
  EXPECT_MESSAGE("unknown name 'q'", readCondition("q > 4", sample()));
  EXPECT_MESSAGE("not a condition", readCondition("n + 1", sample()));
  EXPECT_MESSAGE("not affine", readCondition("n*n > 4", sample()));
  EXPECT_MESSAGE("9223372036854775808 in 'n < 9223372036854775808' does not "
                 "fit 64 bits",
                 readCondition("n < 9223372036854775808", sample()));
}

TEST(Equations, BetweenOldAndNewInames) {
  EXPECT_TRUE(
      readEquations({"u = i + J", "v == 2*j"}, sample(), {"u", "v"})
          .isEqual(Set::parse("[i, j, u, v] -> { : u = i + j and v = 2j }")));
  EXPECT_MESSAGE("not an equation", readEquations({"u + j"}, sample(), {"u"}));
  EXPECT_MESSAGE("equation 'u = i*j' is not affine",
                 readEquations({"u = i*j"}, sample(), {"u"}));
  EXPECT_MESSAGE("unknown name 'w'", readEquations({"w = i"}, sample(), {"u"}));
}

TEST(Words, SpacesAndScopes) {
  EXPECT_EQ(readAddressSpace("auto", "f"), AddressSpace::Auto);
  EXPECT_EQ(readKnownAddressSpace("local", "f"), AddressSpace::Local);
  EXPECT_MESSAGE("f: 'register' is no address space",
                 readAddressSpace("register", "f"));
  EXPECT_MESSAGE("f: 'auto' is no address space",
                 readKnownAddressSpace("auto", "f"));
  EXPECT_FALSE(readNoSync("local", "f").global);
  EXPECT_TRUE(readNoSync("any", "f").local);
  EXPECT_MESSAGE("f: 'group' is no scope", readNoSync("group", "f"));
}

} // namespace
