#include "ThreadsAround.h"

#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

class Search {
public:
  Search(const Procedure &region, const Program &program,
         const std::vector<std::string> &text,
         const fortran::DirectiveLines &lines)
      : region(region), program(program), text(text), lines(lines) {}

  std::optional<UserError> run() const {
    for (int begin : region.constructsAround)
      for (int n = begin - 1; n > 0 && lines.isEmpty(n); --n)
        if (const fortran::DirectiveLine *directive = lines.at(n);
            directive && fortran::sharesLoop(*directive))
          return refusal(n, isAround,
                         "let the region hold this directive and its whole "
                         "loop, or remove the directive");
    const source::LineSpan whole =
        fortran::withDirectives(lines, region.lines);
    fortran::Team team = fortran::teamAround(lines, whole);
    // Where a region begins that nobody marked is ours to choose.
    if (int line = fortran::crossedConstruct(
            lines, region.isMarked() ? region.lines : whole))
      return refusal(line, "holds a part of the construct of this directive",
                     "let it hold the whole construct, or nothing of it");
    if (team.who == fortran::Team::Who::Parts)
      return refusal(team.line, isAround,
                     "end the construct before the region and begin another "
                     "behind it, or let the region hold the whole construct, "
                     "where that holds nothing else");
    return ofThreadsThemselves(team);
  }

private:
  // Where threads share out work by their numbers, one that launches has its own
  // part alone.
  std::optional<UserError>
  ofThreadsThemselves(const fortran::Team &team) const {
    if (team.who != fortran::Team::Who::All || team.line == 0)
      return std::nullopt;
    fortran::ThreadsStatements others = fortran::statementsOfThreads(
        text, program.form, team.line, region.lines);
    if (!others.identityLine)
      return std::nullopt;
    for (const std::string &name : region.dummies)
      if (team.hasOwn(name, true) && others.assigned.count(lowerCase(name)))
        return refusal(others.identityLine,
                       "needs '" + name +
                        "', of which each thread of the construct around has "
                        "its own value, by the number that it gets here: a "
                        "launch is by one of them, with its part alone",
                       "let '!$omp do' share the loop out");
    return std::nullopt;
  }

  static constexpr char isAround[] =
      "stands in the construct of this directive, whose threads would each "
      "launch it";

  UserError refusal(int number, const std::string &why,
                    const std::string &remedy) const {
    SourceRange range = lines.rangeOf(
        number, std::make_shared<const std::string>(program.fileName));
    return UserError(
        "kernel region '" + region.name + "' " + why + "; " + remedy, range);
  }

  const Procedure &region;
  const Program &program;
  const std::vector<std::string> &text;
  const fortran::DirectiveLines &lines;
};

} // namespace

Program frontend::checkThreadsAround(Program program) {
  auto isAnalysedRegion = [](const Procedure &procedure) {
    return procedure.isRegion() && procedure.isAnalysed &&
           procedure.lines.first > 0;
  };
  if (std::none_of(program.procedures.begin(), program.procedures.end(),
                   isAnalysedRegion))
    return program;
  const std::vector<std::string> text = source::splitLines(program.text);
  fortran::DirectiveLines lines(text, program.form);
  for (Procedure &procedure : program.procedures)
    if (isAnalysedRegion(procedure))
      if (auto refusal = Search(procedure, program, text, lines).run())
        procedure.obstacles.push_back(*refusal);
  return program;
}
