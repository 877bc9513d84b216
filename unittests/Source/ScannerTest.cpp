#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Fortran/Directives.h"
#include "loopyc/Source/Fortran/Returns.h"
#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Source/Language.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::fortran;
using Kind = Line::Kind;

namespace {

std::vector<Kind> kindsOf(const std::vector<std::string> &lines, Form form) {
  std::vector<Kind> kinds;
  for (const Line &line : scanLines(lines, form))
    kinds.push_back(line.kind);
  return kinds;
}

std::vector<std::string> textsOf(const std::vector<std::string> &lines,
                                 Form form) {
  std::vector<std::string> texts;
  for (const Statement &statement : scanStatements(lines, form))
    texts.push_back(statement.text);
  return texts;
}

using Texts = std::vector<std::string>;

} // namespace

// --- free form

TEST(FreeForm, LinesHaveKinds) {
  EXPECT_EQ(
      kindsOf({"x = 1 + &", "  ! why", "", "#ifdef A", "  2", "y = 3"},
              Form::Free),
      (std::vector{Kind::Initial, Kind::Comment, Kind::Blank,
                   Kind::Preprocessor, Kind::Continuation, Kind::Initial}));
}

TEST(FreeForm, StatementsGoOnAndShareLines) {
  EXPECT_EQ(
      textsOf({"call s(a, & ! first", "  & b); x = ';' ; y = 2"}, Form::Free),
      (Texts{"call s(a,  b)", " x = ';' ", " y = 2"}));
}

TEST(FreeForm, TokensGoOnBehindTwoAmpersandsAlone) {
  EXPECT_EQ(textsOf({"call&", "  s(al&", "&pha)"}, Form::Free),
            (Texts{"call s(alpha)"}));
}

TEST(FreeForm, ConstantsHideMarks) {
  EXPECT_EQ(textsOf({"x = 'a!b & c;&", "  &d''&! e' // \"!\" ! why", "y = 1"},
                    Form::Free),
            (Texts{"x = 'a!b & c;d''&! e' // \"!\" ", "y = 1"}));
}

TEST(FreeForm, ConstantsWithoutEndEndWithTheirLine) {
  EXPECT_EQ(textsOf({"x = 'a", "y = 2 ! 'b"}, Form::Free),
            (Texts{"x = 'a", "y = 2 "}));
}

TEST(FreeForm, CodeHasConstantsBlank) {
  Statement statement =
      scanStatements({"  10 IF (C == '(') X = 4H!)( "}, Form::Free)[0];
  EXPECT_EQ(statement.label, "10");
  EXPECT_EQ(statement.code, " if (c ==    ) x =       ");
  EXPECT_EQ(statement.text.size(), statement.code.size());
}

TEST(FreeForm, PlacesOfCharacters) {
  Statement statement = scanStatements(
      {"! first", "  call s(a, &", "    ! more", "      b)"}, Form::Free)[0];
  size_t b = statement.text.find("b");
  EXPECT_EQ(statement.position(b).line, 3u);
  EXPECT_EQ(statement.position(b).column, 6u);
  SourceRange range =
      statement.range(std::make_shared<const std::string>("x.f90"));
  EXPECT_EQ(range.line, 2);
  EXPECT_EQ(range.column, 3);
  EXPECT_EQ(range.endLine, 4);
  EXPECT_EQ(range.endColumn, 8);
}

TEST(FreeForm, AnAmpersandAloneGoesOn) {
  EXPECT_EQ(textsOf({"x = 1 &", " &", " + 2"}, Form::Free).size(), 1u);
}

// --- fixed form

TEST(FixedForm, LinesHaveKinds) {
  EXPECT_EQ(kindsOf({"C comment", "* comment", "  ! comment", "      x = 1",
                     "     ! + 2", "     0y = 1", "     1+ 3", "#endif", " "},
                    Form::Fixed),
            (std::vector{Kind::Comment, Kind::Comment, Kind::Comment,
                         Kind::Initial, Kind::Continuation, Kind::Initial,
                         Kind::Continuation, Kind::Preprocessor, Kind::Blank}));
}

TEST(FixedForm, StatementsEndInColumn72) {
  std::string line = "   10 x = 1 +";
  line.resize(72, ' ');
  EXPECT_EQ(textsOf({line + "SEQ00010", "     &2"}, Form::Fixed),
            (Texts{line.substr(6) + "2"}));
  EXPECT_EQ(scanStatements({line}, Form::Fixed)[0].label, "10");
}

TEST(FixedForm, FullLinesMayEndWithinTokens) {
  std::string full(72, 'x');
  full.replace(0, 6, "      ");
  EXPECT_TRUE(LineScanner(Form::Fixed).next(full).isFull);
  full.back() = ' ';
  EXPECT_FALSE(LineScanner(Form::Fixed).next(full).isFull);
}

TEST(FixedForm, TabsLeadToTheStatement) {
  EXPECT_EQ(textsOf({"10\tx = 1 +", "\t1 y", "\tz = 2"}, Form::Fixed),
            (Texts{"x = 1 + y", "z = 2"}));
}

TEST(FixedForm, HollerithConstantsAreLiterals) {
  EXPECT_EQ(textsOf({"      call s(5H!text) ! 3H"}, Form::Fixed),
            (Texts{"call s(5H!text) "}));
  // A length, and the name behind it.
  EXPECT_EQ(textsOf({"      REAL*4HI ! why"}, Form::Fixed),
            (Texts{"REAL*4HI "}));
}

TEST(FixedForm, ConstantsGoOn) {
  EXPECT_EQ(textsOf({"      x = 'a!", "     &b' ! why"}, Form::Fixed),
            (Texts{"x = 'a!b' "}));
}

TEST(FixedForm, IncludeLinesNameFiles) {
  auto file = [](const std::string &line) {
    return includedFile(line, LineScanner(Form::Fixed).next(line));
  };
  EXPECT_EQ(file("      INCLUDE 'dims.h' ! sizes"), "dims.h");
  EXPECT_EQ(file("      include\"a b.h\""), "a b.h");
  EXPECT_EQ(file("      includes = 'x'"), std::nullopt);
  EXPECT_EQ(file("C     include 'dims.h'"), std::nullopt);
}

// --- directives of other compilers

TEST(Directives, GoOverLines) {
  DirectiveLines lines({"!$omp parallel & ! all", "!$omp& do &", "! why",
                        "!$omp shared(x)", "do i = 1, n", "!$omp barrier"},
                       Form::Free);
  ASSERT_NE(lines.at(1), nullptr);
  EXPECT_EQ(lines.at(1)->words, "parallel do shared(x)");
  EXPECT_EQ(lines.at(1)->lastLine, 4);
  EXPECT_EQ(lines.at(2), nullptr);
  ASSERT_NE(lines.at(6), nullptr);
  EXPECT_EQ(lines.at(6)->words, "barrier");
}

TEST(Directives, OfFixedFormGoOnInColumn6) {
  DirectiveLines lines({"C$OMP PARALLEL DO", "C$OMP+SHARED(X)", "!$acc loop"},
                       Form::Fixed);
  EXPECT_EQ(lines.at(1)->words, "parallel do shared(x)");
  EXPECT_EQ(lines.at(2), nullptr);
  EXPECT_EQ(lines.at(3)->sentinel, "$acc");
}

DirectiveLines freeForm(const std::vector<std::string> &lines) {
  return DirectiveLines(lines, Form::Free);
}

TEST(Directives, BelongToStatements) {
  source::LineSpan span = withDirectives(
      freeForm({"!$omp end single", "!$omp parallel do private(mid, &",
                "!$omp endx)", "do i = 1, n", "end do", "!$omp end parallel &",
                "!$omp do", "!$omp barrier"}),
      {4, 5});
  EXPECT_EQ(span.first, 2);
  EXPECT_EQ(span.last, 7);
}

TEST(Directives, OfBlocksBelongToAllThatTheyHold) {
  std::vector<std::string> lines{"!$omp parallel", "!$omp do", "do i = 1, n",
                                 "end do", "!$omp end do"};
  std::vector<std::string> more = lines, whole = lines;
  more.insert(more.end(), {"x = 1", "!$omp end parallel"});
  whole.push_back("!$omp end parallel");
  source::LineSpan span = withDirectives(freeForm(more), {3, 4});
  EXPECT_EQ(span.first, 2);
  EXPECT_EQ(span.last, 5);
  span = withDirectives(freeForm(whole), {3, 4});
  EXPECT_EQ(span.first, 1);
  EXPECT_EQ(span.last, 6);
}

TEST(Threads, AreThoseOfTheConstructsAround) {
  DirectiveLines lines =
      freeForm({"!$omp parallel private(i, T) default(shared)", "!$omp do",
                "do i = 1, n", "end do", "!$omp end do", "!$omp master",
                "x = 1", "!$omp end master", "!$omp sections", "x = 2",
                "!$omp end sections", "!$omp workshare", "x = 4",
                "!$omp end workshare", "!$omp end parallel", "x = 3"});
  Team inside = teamAround(lines, {2, 5});
  EXPECT_EQ(inside.who, Team::Who::All);
  EXPECT_EQ(inside.line, 1);
  EXPECT_TRUE(inside.hasOwn("t", false));
  EXPECT_FALSE(inside.hasOwn("x", false));
  EXPECT_EQ(teamAround(lines, {7, 7}).who, Team::Who::One);
  EXPECT_EQ(teamAround(lines, {10, 10}).who, Team::Who::One); // a section's
  EXPECT_EQ(teamAround(lines, {13, 13}).who, Team::Who::Parts);
  EXPECT_EQ(teamAround(lines, {13, 13}).line, 12);
  EXPECT_EQ(teamAround(lines, {16, 16}).who, Team::Who::One);
}

TEST(Threads, OfTheCallerShareLoops) {
  EXPECT_EQ(
      teamAround(freeForm({"!$omp do", "do i = 1, n", "end do"}), {1, 3}).who,
      Team::Who::All);
  EXPECT_EQ(teamAround(freeForm({"!$omp parallel", "!$omp do", "do i = 1, n",
                                 "end do", "!$omp end parallel"}),
                       {1, 5})
                .who,
            Team::Who::One);
  EXPECT_EQ(teamAround(freeForm({"!$omp parallel do", "do i = 1, n", "end do"}),
                       {1, 3})
                .who,
            Team::Who::One);
}

TEST(Threads, OfTheCallerMayBeOne) {
  EXPECT_EQ(teamAround(freeForm({"!$omp master", "x = 1", "!$omp end master",
                                 "do i = 1, n", "end do"}),
                       {1, 5})
                .who,
            Team::Who::Parts);
}

TEST(Threads, LeaveTheStatements) {
  EXPECT_EQ(withoutThreads({"!$omp do &", "!$omp& private(i)", "do i = 1, n",
                            "!dir$ ivdep", "end do", "!$omp end do"}),
            (std::vector<std::string>{"", "", "do i = 1, n", "!dir$ ivdep",
                                      "end do", ""}));
}

TEST(Returns, LeaveABlock) {
  EXPECT_EQ(returningToEnd({"if (n < 0) RETURN ! return", "x = 'return'",
                            "returns = 1; return"},
                           "all"),
            (std::vector<std::string>{"if (n < 0) exit all ! return",
                                      "x = 'return'", "returns = 1; exit all"}));
  EXPECT_FALSE(returningToEnd({"x_return = 1", "call return_all()"}, "all"));
}

// --- as a language

TEST(Fortran, ExcerptsAreStatements) {
  SourceRange range;
  range.line = 1, range.column = 4, range.endLine = 3, range.endColumn = 5;
  EXPECT_EQ(
      source::languageOf("x.f90")->excerpt(
          {"a; x  = 'it''s' + & ! one", "  ! two", "  & y; z = 3"}, range),
      "x = 'it''s' + y");
  EXPECT_EQ(source::languageOf("x.f")->excerpt(
                {"   x = 1", "\t2 + 2", "     & + 3"}, {nullptr, 1, 7, 3, 10}),
            "1 + 2 + 3");
}

TEST(Fortran, ExcerptsHaveLabels) {
  SourceRange range{nullptr, 1, 4, 1, 14};
  EXPECT_EQ(source::languageOf("x.f")->excerpt({"   10 CONTINUE ! end"}, range),
            "10 CONTINUE");
  EXPECT_EQ(source::languageOf("x.f90")->excerpt({"   10 continue"}, range),
            "10 continue");
}

TEST(Fortran, HostValuesAreSpelled) {
  auto language = source::languageOf("x.f90");
  HostValue value;
  value.path = {"s", "q"};
  EXPECT_EQ(language->spell(value), "s%q");
  value.kind = HostValue::Kind::Extent;
  value.axis = 1;
  EXPECT_EQ(language->spell(value), "size(s%q, 2)");
  value.kind = HostValue::Kind::LowerBound;
  value.presence = HostValue::Presence::Allocatable;
  EXPECT_EQ(language->spell(value), "merge(lbound(s%q, 2), 1, allocated(s%q))");
}
