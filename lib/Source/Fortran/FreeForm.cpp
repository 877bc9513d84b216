#include "loopyc/Source/Fortran/FreeForm.h"

#include "Fortran/Blanks.h"
#include "loopyc/Source/Fortran/Directives.h"
#include "loopyc/Source/Fortran/FixedColumns.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::fortran;

namespace {

constexpr size_t labelWidth = 6;

// Converts statements; a line of the result for each line.
class FixedToFree {
public:
  explicit FixedToFree(const std::vector<std::string> &lines)
      : lines(lines), read(scanLines(lines, Form::Fixed)) {}

  std::vector<std::string> run() const {
    std::vector<std::string> out;
    for (size_t i = 0; i < lines.size(); ++i)
      out.push_back(converted(i));
    return out;
  }

private:
  using Kind = Line::Kind;

  std::string converted(size_t i) const {
    switch (read[i].kind) {
    case Kind::Blank:
      return "";
    case Kind::Preprocessor:
      return lines[i];
    case Kind::Comment:
      return comment(i);
    case Kind::Initial:
    case Kind::Continuation:
      return statement(i);
    }
    return lines[i];
  }

  bool continuesDirective(size_t i) const {
    auto directive = directiveOn(lines[i], read[i], Form::Fixed);
    return directive && directive->isContinuation;
  }

  // "!$OMP& SHARED(X)"
  std::string comment(size_t i) const {
    std::string text = lines[i];
    text[read[i].text.begin - 1] = '!';
    if (continuesDirective(i))
      text[labelWidth - 1] = '&';
    bool isContinued = i + 1 < lines.size() && continuesDirective(i + 1);
    return text + (isContinued ? " &" : "");
  }

  // Is the next line of this statement behind some comments and markers?
  bool isContinued(size_t i) const {
    size_t next = i + 1;
    while (next < lines.size() &&
           (read[next].isEmpty() || read[next].kind == Kind::Preprocessor))
      ++next;
    return next < lines.size() && read[next].kind == Kind::Continuation;
  }

  std::string statement(size_t i) const {
    const Line &line = read[i];
    std::string start = "     &", code, comment;
    if (line.kind == Kind::Initial) {
      start = line.label.of(lines[i]);
      start.resize(std::max(start.size(), labelWidth), ' ');
    }
    for (const Piece &piece : line.pieces) {
      std::string text(piece.columns.of(lines[i]));
      bool first = line.kind == Kind::Initial && code.empty();
      if (piece.kind == Piece::Kind::Comment)
        comment = text;
      else
        code += piece.kind == Piece::Kind::Code ? withUsualBlanks(text, first)
                                                : text;
    }
    if (!isContinued(i))
      return start + code + comment;
    if (line.endsInLiteral) { // blanks up to the last column belong to it
      const size_t columns = fixedColumns();
      if (columns != allColumns && !line.isFull)
        code.resize(std::max(code.size(), columns - labelWidth), ' ');
      return start + code + "&";
    }
    code.erase(code.find_last_not_of(" \t") + 1);
    return start + code + (line.isFull ? "&" : " &") +
           (comment.empty() ? "" : " " + comment);
  }

  const std::vector<std::string> &lines;
  const std::vector<Line> read;
};

} // namespace

std::vector<std::string>
fortran::freeFormOf(const std::vector<std::string> &fixed) {
  source::UnfoldedLines unfolded(fixed);
  unfolded.lines = FixedToFree(unfolded.lines).run();
  return unfolded.fold();
}
