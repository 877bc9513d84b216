#include "loopyc/Source/Fortran/Fortran.h"

#include "loopyc/Source/Fortran/Directives.h"
#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Fortran/FreeForm.h"
#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Source/Preprocessor.h"

#include <algorithm>

using namespace loopyc;
using fortran::Fortran;

std::vector<source::Comment>
Fortran::comments(const source::Lines &lines) const {
  std::vector<source::Comment> result;
  for (const Line &line : scanLines(lines, form))
    result.push_back(line.kind == Line::Kind::Comment
                         ? source::Comment(line.text.begin)
                         : std::nullopt);
  return result;
}

// --- excerpts

// Longer statements end in an ellipsis.
static constexpr size_t longestExcerpt = 90;
static constexpr int mostLines = 8;

// The statement's part in these columns, its label too, with single blanks.
static std::string squeezed(const std::string &line,
                            const fortran::Line &scanned,
                            fortran::Columns columns) {
  std::string result;
  auto add = [&](fortran::Columns part) {
    size_t end = std::min(part.end, columns.end);
    for (size_t at = std::max(part.begin, columns.begin); at < end; ++at) {
      bool blank = line[at] == ' ' || line[at] == '\t';
      if (!blank)
        result += line[at];
      else if (!result.empty() && result.back() != ' ')
        result += ' ';
    }
  };
  add(scanned.label);
  if (!result.empty())
    result += ' ';
  for (const fortran::Piece &piece : scanned.pieces)
    if (piece.kind != fortran::Piece::Kind::Comment)
      add(piece.columns);
  return result.substr(0, result.find_last_not_of(' ') + 1);
}

std::string Fortran::excerpt(const source::Lines &lines,
                             const SourceRange &range) const {
  int last = std::max(range.line, range.endLine);
  last = std::min(
      {last, range.line + mostLines - 1, static_cast<int>(lines.size())});
  LineScanner scanner(form);
  std::string result;
  for (int number = range.line; number <= last; ++number) {
    const std::string &line = lines[number - 1];
    Columns columns{0, line.size()};
    if (number == range.line && range.column > 0)
      columns.begin = range.column - 1;
    if (number == range.endLine && range.endColumn > 0)
      columns.end = range.endColumn;
    std::string text = squeezed(line, scanner.next(line), columns);
    result += (result.empty() || text.empty() ? "" : " ") + text;
  }
  return result.size() > longestExcerpt
             ? result.substr(0, longestExcerpt - 3) + "..."
             : result;
}

// --- stubs and oracles

source::Lines Fortran::preprocess(const std::string &text,
                                  const std::string &fileName,
                                  const source::Options &options) const {
  return source::preprocessLines(text, fileName, options);
}

source::Lines
Fortran::stubLines(const source::Lines &lines,
                   const std::vector<std::string> &folders) const {
  return form == Form::Free ? lines
                            : freeFormOf(withIncludedLines(lines, folders));
}

std::shared_ptr<const source::Language> Fortran::ofStub() const {
  return std::make_shared<Fortran>(Form::Free, false);
}

source::LineSpan Fortran::withDirectives(const source::Lines &stubLines,
                                         source::LineSpan statements) const {
  return fortran::withDirectives(DirectiveLines(stubLines, Form::Free),
                                 statements);
}

bool Fortran::sharesLine(const std::string &stubLine) const {
  return fortran::sharesLine(stubLine, LineScanner(Form::Free).next(stubLine));
}

std::string Fortran::fileSuffix() const {
  return form == Form::Free ? (preprocessed ? ".F90" : ".f90")
                            : (preprocessed ? ".F" : ".f");
}

bool Fortran::isSource(const std::string &fileName) const {
  return isSourceName(fileName);
}

std::string Fortran::spell(const HostValue &value) const {
  return hostValueText(value);
}
