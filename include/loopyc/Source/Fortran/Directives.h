// Directives of other compilers: !$omp parallel do, !dir$ ivdep.
#ifndef LOOPYC_SOURCE_FORTRAN_DIRECTIVES_H
#define LOOPYC_SOURCE_FORTRAN_DIRECTIVES_H

#include "loopyc/Source/Fortran/Scanner.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// What a line says of one.
struct DirectiveLine {
  std::string sentinel; // "$omp", "$acc", "dir$", "dec$", "gcc$"
  std::string words;    // what follows, in lower case: "parallel do"
  bool isContinuation = false, isContinued = false; // as the line has it
  int lastLine = 0;                                 // of a whole directive

  bool isOfThreads() const { return sentinel == "$omp" || sentinel == "$acc"; }
};

std::optional<DirectiveLine> directiveOn(std::string_view line,
                                         const Line &scanned, Form form);

// The lines of a text by their numbers, from 1, as directives see them.
class DirectiveLines {
public:
  DirectiveLines(const std::vector<std::string> &lines, Form form);

  int count() const { return static_cast<int>(empty.size()); }
  // Is there no statement on the line?
  bool isEmpty(int number) const { return empty[number - 1]; }
  // The directive that begins on the line, with the words of all its lines;
  // null if none does.
  const DirectiveLine *at(int number) const {
    const auto &directive = directives[number - 1];
    return directive ? &*directive : nullptr;
  }

  // Of the line's words.
  SourceRange rangeOf(int number,
                      std::shared_ptr<const std::string> file) const {
    SourceRange range;
    range.file = std::move(file);
    range.line = range.endLine = number;
    range.column = static_cast<int>(columns[number - 1].begin) + 1;
    range.endColumn = static_cast<int>(columns[number - 1].end);
    return range;
  }

private:
  std::vector<char> empty;
  std::vector<Columns> columns; // without blanks around
  std::vector<std::optional<DirectiveLine>> directives;
};

// With the directives just before and after, which belong to the statements
// there: what takes their place must not stand under an !$omp parallel do. Of a
// construct that holds more than these statements none of both.
source::LineSpan withDirectives(const DirectiveLines &lines,
                                source::LineSpan statements);

} // namespace fortran
} // namespace loopyc

#endif
