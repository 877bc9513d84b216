#include "loopyc/CodeGen/Accessors.h"

#include "FortranHost/LineMarkers.h"

using namespace loopyc;

source::Lines
loopyc::withAccessors(source::Lines stubLines,
                      const std::vector<fortran::PublicVariable> &variables,
                      const std::string &markedAs) {
  if (variables.empty())
    return stubLines;
  fortran::MarkInsertion mark;
  if (!markedAs.empty())
    mark = [&](const std::string &text, int line) {
      return codegen::markedAs(markedAs, line, text) +
             codegen::lineMarker(markedAs, line);
    };
  source::Lines lines = fortran::withInsertions(
      stubLines, fortran::accessorInsertions(variables, false), mark);
  if (!markedAs.empty())
    lines.front().insert(0, codegen::lineMarker(markedAs, 1));
  return lines;
}
