#include "../../lib/Frontend/KernelBuilder.h"
#include "../../lib/Frontend/Obstacles.h"
#include "../../lib/Frontend/ProgramPasses.h"
#include "../../lib/Frontend/ProgramPrinter.h"

#include "loopyc/Source/Language.h"

#include "gtest/gtest.h"

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

Program parsed(const std::string &text) {
  auto language = source::languageOf("t.f90", {});
  return analyseWithFlang(text, "t.f90",
                          scanDirectives(text, "t.f90", *language), {});
}

Program checked(const std::string &text) { return runPasses(parsed(text), {}); }

std::string message(const UserError *obstacle) {
  return obstacle ? obstacle->diagnostics().front().message : "";
}

int line(const UserError *obstacle) {
  return obstacle ? obstacle->diagnostics().front().range.line : 0;
}

// A function, which nobody cuts into regions.
const char *const mixed = "integer function f(n, a, b)\n"
                          "  integer :: n, i\n"
                          "  real :: a(n), b(n)\n"
                          "  do i = 1, n\n"
                          "    a(i) = b(i)\n"
                          "  end do\n"
                          "  do i = 1, n\n"
                          "    if (a(i) > 0) then\n"
                          "      b(i) = 0\n"
                          "      call report(a(i))\n"
                          "    end if\n"
                          "  end do\n"
                          "  print *, a\n"
                          "end function\n";

} // namespace

TEST(Obstacles, LoopsWithoutAnyAreKnown) {
  Program program = checked(mixed);
  const Procedure &procedure = program.procedures.at(0);
  ASSERT_EQ(procedure.body.size(), 3u);
  EXPECT_EQ(obstacleIn(procedure.body[0]), nullptr);
  EXPECT_EQ(message(obstacleIn(procedure.body[1])),
            "not supported: call of 'report'");
  EXPECT_EQ(line(obstacleIn(procedure.body[1])), 10);
  EXPECT_EQ(message(obstacleIn(procedure.body[2])),
            "not supported: print statement");
  EXPECT_EQ(line(obstacleOf(procedure)), 10);
}

TEST(Obstacles, AProcedureIsRefusedForTheFirst) {
  Program program = checked(mixed);
  std::set<size_t> used;
  try {
    buildKernel(program.procedures.at(0), {}, used);
    FAIL() << "a kernel with a call";
  } catch (const UserError &error) {
    EXPECT_EQ(message(&error).rfind("not supported: call of 'report'", 0), 0u);
  }
}

TEST(HostCuts, ARunOfOtherStatementsIsARegion) {
  std::string text = mixed;
  text.replace(0, std::string("integer function").size(), "subroutine");
  text.replace(text.find("end function"), std::string("end function").size(),
               "end subroutine");
  Program program = checked(text);
  ASSERT_EQ(program.procedures.size(), 2u);
  const Procedure &host = program.procedures[0],
                  &region = program.procedures[1];
  EXPECT_FALSE(host.isKernel());
  ASSERT_EQ(host.hostParts.size(), 2u);
  EXPECT_TRUE(host.hostParts[0].hasLoops);
  EXPECT_EQ(line(&host.hostParts[0].reason), 10);
  EXPECT_FALSE(host.hostParts[1].hasLoops);
  EXPECT_TRUE(std::holds_alternative<DoStatement>(host.body[0].value));
  EXPECT_TRUE(region.isCut);
  EXPECT_FALSE(region.isMarked());
  EXPECT_EQ(region.name, "f");
  EXPECT_EQ(region.lines.first, 4);
  EXPECT_EQ(region.lines.last, 6);
  EXPECT_EQ(obstacleOf(region), nullptr);
}

// What an obstacle stands on takes it along: nothing else need be updated.
TEST(Obstacles, GoWithTheirStatements) {
  Program program = checked(mixed);
  Procedure &procedure = program.procedures.at(0);
  procedure.body.pop_back();
  auto &branches =
      std::get<IfStatement>(
          std::get<DoStatement>(procedure.body[1].value).body[0].value)
          .branches;
  branches[0].body.pop_back();
  EXPECT_EQ(obstacleOf(procedure), nullptr);
  std::set<size_t> used;
  EXPECT_EQ(buildKernel(procedure, {}, used).instructions.size(), 2u);
}

TEST(Passes, ALoopVariableThatIsReadBehindIsTwo) {
  Program program = checked("subroutine f(n, a)\n"
                            "  integer :: n, i\n"
                            "  real :: a(n)\n"
                            "  do i = 1, n\n"
                            "    a(i) = 0\n"
                            "  end do\n"
                            "  a(1) = i\n"
                            "end subroutine\n");
  const Procedure &procedure = program.procedures.at(0);
  EXPECT_EQ(obstacleOf(procedure), nullptr);
  ASSERT_EQ(procedure.body.size(), 3u);
  const auto &after = std::get<AssignmentStatement>(procedure.body[0].value);
  EXPECT_EQ(after.assignee.str(), "i_1");
  EXPECT_EQ(after.value.str(), "max(1, n + 1)");
  EXPECT_EQ(std::get<DoStatement>(procedure.body[1].value).variable, "i");
  EXPECT_EQ(
      std::get<AssignmentStatement>(procedure.body[2].value).value.str(),
      "float32(i_1)");
}

// A pass that puts a procedure's statements elsewhere need only give them a
// block with the number that returns then have.
TEST(Passes, JumpsGoWithTheirBlock) {
  Program program = parsed("subroutine f(n, a)\n"
                           "  integer :: n, i\n"
                           "  real :: a(n)\n"
                           "  do i = 1, n\n"
                           "    if (a(i) > 0) return\n"
                           "    a(i) = 1\n"
                           "  end do\n"
                           "  a(1) = 2\n"
                           "end subroutine\n");
  Procedure &procedure = program.procedures.at(0);
  auto &loop = std::get<DoStatement>(procedure.body[0].value);
  auto &jump = std::get<JumpStatement>(
      std::get<IfStatement>(loop.body[0].value).branches[0].body[0].value);
  EXPECT_EQ(jump.target, 0);
  jump.target = 100;
  Statement block;
  block.construct = 100;
  block.value = BlockStatement{std::move(procedure.body)};
  procedure.body.clear();
  procedure.body.push_back(std::move(block));
  program = runPasses(std::move(program), {});
  EXPECT_EQ(obstacleOf(program.procedures.at(0)), nullptr);
  std::set<size_t> used;
  EXPECT_EQ(buildKernel(program.procedures.at(0), {}, used).instructions.size(),
            4u);
}

TEST(Obstacles, AConditionComesBeforeItsStatements) {
  Program program = checked("subroutine f(x)\n"
                            "  real :: x\n"
                            "  real, external :: g\n"
                            "  if (x > 0) then\n"
                            "    print *, x\n"
                            "  else if (g(x) > 0) then\n"
                            "    stop\n"
                            "  end if\n"
                            "end subroutine\n");
  const Procedure &procedure = program.procedures.at(0);
  EXPECT_EQ(line(obstacleOf(procedure)), 5);
  const auto &branches =
      std::get<IfStatement>(procedure.body.at(0).value).branches;
  // What the call needs is evaluated where the condition is reached.
  ASSERT_TRUE(branches.at(1).isElse);
  const auto &inner =
      std::get<IfStatement>(branches[1].body.at(0).value).branches;
  ASSERT_EQ(inner.at(0).facts.obstacles.size(), 1u);
  EXPECT_EQ(line(&inner[0].facts.obstacles[0]), 6);
}

TEST(Obstacles, DeclarationsComeFirst) {
  Program program = checked("subroutine f(x, c)\n"
                            "  real :: x\n"
                            "  character :: c\n"
                            "  print *, x\n"
                            "end subroutine\n");
  EXPECT_EQ(line(obstacleOf(program.procedures.at(0))), 3);
}

TEST(Program, ACallKnowsItsCallee) {
  Program program = parsed("subroutine f(x)\n"
                           "  real :: x(4)\n"
                           "  call g(x(2:3), 1)\n"
                           "end subroutine\n"
                           "subroutine g(y, k)\n"
                           "  integer :: k\n"
                           "  real :: y(2)\n"
                           "end subroutine\n");
  const auto &call =
      std::get<CallStatement>(program.procedures.at(0).body.at(0).value);
  EXPECT_EQ(call.callee.procedure, 1u);
  ASSERT_EQ(call.arguments.size(), 2u);
  EXPECT_EQ(call.arguments[0].dummy, "y");
  const auto &view = std::get<ArrayView>(call.arguments[0].value);
  EXPECT_EQ(view.rank, 1);
  ASSERT_EQ(view.path.size(), 1u);
  ASSERT_EQ(view.path[0].subscripts.size(), 1u);
  EXPECT_EQ(view.path[0].subscripts[0].kind, Subscript::Kind::Section);
  EXPECT_EQ(asInteger(view.path[0].subscripts[0].first), 2);
  EXPECT_EQ(asInteger(std::get<Expr>(call.arguments[1].value)), 1);
}

// As --print-after would show.
TEST(Program, PassesAreSeen) {
  std::vector<std::string> names;
  runPasses(parsed(mixed),
            [&](const std::string &name, const std::string &file,
                const std::string &before, const std::string &after) {
              EXPECT_EQ(file, "t.f90");
              EXPECT_FALSE(after.empty());
              EXPECT_EQ(before.empty(), names.empty());
              names.push_back(name);
            });
  ASSERT_GT(names.size(), 1u);
  EXPECT_EQ(names.front(), "program");
}

// What a call may change has the call's obstacle, which is told first.
TEST(Obstacles, ACallDoesNotChangeBounds) {
  Program program = checked("subroutine f(n, a)\n"
                            "  integer :: n\n"
                            "  real :: a(n)\n"
                            "  call g(n, a)\n"
                            "end subroutine\n");
  EXPECT_EQ(line(obstacleOf(program.procedures.at(0))), 4);
}
