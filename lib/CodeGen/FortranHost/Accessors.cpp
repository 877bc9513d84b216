#include "loopyc/CodeGen/Accessors.h"

#include "loopyc/Source/LinePlaces.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;

// In front of each statement, and of what stands behind them all.
static std::string marked(const std::string &text,
                          const source::LinePlace &place) {
  const std::string marker = lineMarker(place) + "\n";
  std::string result = marker;
  for (const std::string &line : source::splitLines(text)) {
    result += line + "\n";
    if (!llvm::StringRef(line).rtrim().ends_with("&"))
      result += marker;
  }
  return result;
}

source::Lines
loopyc::withAccessors(source::Lines stubLines,
                      const std::vector<fortran::PublicVariable> &variables,
                      const std::string &file) {
  if (variables.empty())
    return stubLines;
  const std::vector<source::LinePlace> places =
      source::linePlaces(stubLines, file);
  return fortran::withInsertions(
      stubLines, fortran::accessorInsertions(variables, false),
      [&](const std::string &text, int line) {
        return marked(text, places[static_cast<size_t>(line) - 1]);
      });
}
