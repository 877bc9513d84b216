#include "loopyc/Source/Fortran/LoopLines.h"

#include <gtest/gtest.h>

using namespace loopyc;
using namespace loopyc::fortran;

static std::string str(const std::vector<LoopLines> &loops) {
  std::string text;
  for (const LoopLines &loop : loops) {
    text += (text.empty() ? "" : " ") + loop.header + " " +
            std::to_string(loop.lines.first) + "-" +
            std::to_string(loop.lines.last);
    if (!loop.loops.empty())
      text += " (" + str(loop.loops) + ")";
  }
  return text;
}

static std::string free(const std::string &text) {
  return str(loopLines(source::splitLines(text), Form::Free));
}
static std::string fixed(const std::string &text) {
  return str(loopLines(source::splitLines(text), Form::Fixed));
}

TEST(LoopLines, Nested) {
  EXPECT_EQ(free("do j = 1, n\n"
                 "  rows: do i = 1, f(n, &\n"
                 "                    m), 2\n"
                 "    a(i, j) = 0\n"
                 "  end do rows\n"
                 "enddo\n"
                 "do\n"
                 "  exit\n"
                 "end do\n"),
            "do j 1-6 (do i 2-5) do 7-9");
}

TEST(LoopLines, Kinds) {
  EXPECT_EQ(free("do while (x > 0); x = x - 1; end do\n"
                 "do concurrent (i = 1:n)\n"
                 "end do\n"
                 "where (m)\n"
                 "  a = 1\n"
                 "elsewhere\n"
                 "  a = 2\n"
                 "end where\n"
                 "where (m) a = 3\n"
                 "forall (i = 1:n)\n"
                 "  a(i) = i\n"
                 "end forall\n"),
            "do while 1-1 do concurrent 2-3 where 4-8 forall 10-12");
}

TEST(LoopLines, NoLoops) {
  EXPECT_EQ(free("dox = f(1, 2)\n"
                 "double precision :: do1 = 1, y\n"
                 "where = 3\n"
                 "print *, 'do i = 1, n'\n"
                 "enddo = 4\n"),
            "");
}

TEST(LoopLines, Labels) {
  EXPECT_EQ(fixed("      DO 10 J = 1, N\n"
                  "      DO 10 I = 1, N\n"
                  "   10 A(I,J) = 0\n"
                  "      DO20K=1,N\n"
                  "   20 CONTINUE\n"
                  "      DO 30 I = 1.5\n"),
            "do j 1-3 (do i 2-3) do k 4-5");
}

// What is left open in one unit is not closed in the next.
TEST(LoopLines, Units) {
  EXPECT_EQ(free("do i = 1, n\n"
                 "end subroutine f\n"
                 "subroutine g\n"
                 "do j = 1, n\n"
                 "end do\n"
                 "end\n"),
            "do j 4-5");
}
