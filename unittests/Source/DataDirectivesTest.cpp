#include "loopyc/Source/Fortran/DataDirectives.h"

#include "loopyc/Source/Fortran/Fortran.h"
#include "loopyc/Support/Diagnostic.h"

#include "gtest/gtest.h"

using namespace loopyc;
using source::DataDirective;
using source::DataItem;
using How = DataItem::How;

namespace {

std::vector<DataDirective> read(const source::Lines &lines,
                                fortran::Form form = fortran::Form::Free) {
  fortran::Fortran language(form, false);
  return fortran::dataDirectives(lines, language.comments(lines), "f.f90");
}

std::string errorOf(const std::string &line) {
  try {
    read({line});
  } catch (const UserError &error) {
    return error.diagnostics().front().message;
  }
  return "";
}

TEST(DataDirectivesTest, ItemsHavePlacesOnEachLine) {
  auto all = read({"call f(h)", "  !$loopy enter data: h(:, n), & ! why",
                   "  !$loopy&  state%u", "end"});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].firstLine, 2);
  EXPECT_EQ(all[0].lastLine, 3);
  EXPECT_EQ(all[0].range.column, 3);
  ASSERT_EQ(all[0].items.size(), 2u);
  EXPECT_EQ(all[0].items[0].text, "h(:, n)");
  EXPECT_EQ(all[0].items[0].range.line, 2);
  EXPECT_EQ(all[0].items[0].range.column, 23);
  EXPECT_EQ(all[0].items[0].range.endColumn, 29);
  EXPECT_EQ(all[0].items[1].text, "state%u");
  EXPECT_EQ(all[0].items[1].range.line, 3);
  EXPECT_EQ(all[0].items[1].range.column, 13);
}

TEST(DataDirectivesTest, AClauseHoldsUpToTheNext) {
  for (const char *line :
       {"!$loopy enter data: a, create: b, c(1:2), copyin: d",
        "!$LOOPY Enter  Data : a Create:b,c(1:2) copyin: d",
        "!$loopy enter data copyin: a, create: b, c(1:2) copyin : d"}) {
    auto all = read({line});
    ASSERT_EQ(all.size(), 1u) << line;
    const auto &items = all[0].items;
    ASSERT_EQ(items.size(), 4u) << line;
    EXPECT_NE(items[0].how, How::Create) << line;
    EXPECT_EQ(items[1].how, How::Create) << line;
    EXPECT_EQ(items[2].how, How::Create) << line;
    EXPECT_EQ(items[2].text, "c(1:2)") << line;
    EXPECT_EQ(items[3].how, How::CopyIn) << line;
    EXPECT_EQ(items[3].text, "d") << line;
  }
}

TEST(DataDirectivesTest, FixedFormHasTheSameLines) {
  auto all = read({"c$loopy update device: a, &", "*$loopy b", "      end"},
                  fortran::Form::Fixed);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].kind, DataDirective::Kind::UpdateDevice);
  ASSERT_EQ(all[0].items.size(), 2u);
  EXPECT_EQ(all[0].items[1].text, "b");
}

TEST(DataDirectivesTest, LinesThatGoOnHaveMarks) {
  auto fixed = read({"C$LOOPY BEGIN DATA: A,", "C$LOOPY&  CREATE: B",
                     "c$loopy update host: c(:,", "c$loopy& 3)"},
                    fortran::Form::Fixed);
  ASSERT_EQ(fixed.size(), 2u);
  EXPECT_EQ(fixed[0].items.at(1).how, How::Create);
  EXPECT_EQ(fixed[1].items.at(0).text, "c(:,  3)");
  auto free = read({"  !$loopy enter data: a, &", "  !$loopy & b"});
  ASSERT_EQ(free.size(), 1u);
  EXPECT_EQ(free[0].items.at(1).text, "b");
}

TEST(DataDirectivesTest, OthersAreLeftAlone) {
  EXPECT_TRUE(read({"!$loopy begin", "! begin data: a", "!$loopy end",
                    "!$loopy begin kernel: data", "!$loopy waiting",
                    "print *, '!$loopy wait'", "!$loopyc wait"})
                  .empty());
}

TEST(DataDirectivesTest, WhatIsNotInThisForm) {
  EXPECT_NE(errorOf("!$loopy exit data").find("names no array"),
            std::string::npos);
  EXPECT_NE(errorOf("!$loopy exit data: copyin: a")
                .find("has no clause 'copyin'; there are copyout, delete"),
            std::string::npos);
  EXPECT_NE(errorOf("!$loopy exit data h").find("wants a colon"),
            std::string::npos);
  EXPECT_NE(errorOf("!$loopy end data: h").find("stands alone"),
            std::string::npos);
  for (const char *item : {"h)", "h(1", "2*h", "h; stop", "f('a')", "h%", "%h"})
    EXPECT_NE(errorOf(std::string("!$loopy update host: ") + item)
                  .find("is no array"),
              std::string::npos)
        << item;
}

TEST(DataDirectivesTest, NamesAreThoseThatAreLookedUp) {
  EXPECT_EQ(fortran::namesIn("a%b(i, k%n)%c(1:size(x))"),
            (std::vector<std::string>{"a", "i", "k", "size", "x"}));
}

} // namespace
