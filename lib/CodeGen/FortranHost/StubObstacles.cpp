#include "loopyc/CodeGen/StubObstacles.h"

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Source/Language.h"

#include <algorithm>
#include <set>

using namespace loopyc;

// Does each statement on the line begin where one of the kernel's does?
static bool holdsOnly(const Kernel &kernel, const source::Lines &lines,
                      int line) {
  std::set<size_t> columns;
  for (const InstructionPtr &insn : kernel.instructions)
    if (insn->range.line == line && insn->range.column > 0)
      columns.insert(static_cast<size_t>(insn->range.column) - 1);
  const std::vector<fortran::Statement> statements = fortran::scanStatements(
      lines, fortran::Form::Free, static_cast<size_t>(line) - 1,
      static_cast<size_t>(line));
  return std::all_of(statements.begin(), statements.end(),
                     [&](const fortran::Statement &statement) {
                       const size_t first =
                           statement.text.find_first_not_of(" \t");
                       return first == std::string::npos ||
                              columns.count(statement.position(first).column);
                     });
}

static std::string ofThreads(const Origin &origin, const source::Lines &lines) {
  const fortran::DirectiveLines directives(lines, fortran::Form::Free);
  const fortran::Team team = fortran::teamAround(
      directives, origin.language->ofStub()->withDirectives(
                      lines, {origin.firstLine, origin.lastLine}));
  if (team.who != fortran::Team::Who::Parts)
    return "";
  return team.construct.empty()
             ? "only some threads of the caller's team would execute all of "
               "its statements"
             : "its statements begin in the '" + team.construct +
                   "' construct of line " + std::to_string(team.line) +
                   ", whose threads would each launch it";
}

std::string loopyc::stubObstacle(const Kernel &kernel,
                                 const std::vector<std::string> &lines) {
  const Origin &origin = kernel.origins.front();
  if (origin.isPure)
    return "a pure procedure cannot launch; leave out 'pure', or let the "
           "kernels of its callers have its statements";
  if (origin.firstLine <= 0 || origin.lastLine < origin.firstLine ||
      origin.lastLine > static_cast<int>(lines.size()))
    return "its statements do not stand in this file";
  for (int line : {origin.firstLine, origin.lastLine})
    if (!origin.isRegion && // a region has all
        origin.language->ofStub()->sharesLine(lines[line - 1]) &&
        !holdsOnly(kernel, lines, line))
      return "other statements share line " + std::to_string(line);
  return ofThreads(origin, lines);
}
