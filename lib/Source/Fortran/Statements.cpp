// Statements, from the lines that they go over.
#include "loopyc/Source/Fortran/Scanner.h"

#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::fortran;

source::Position Statement::position(size_t at) const {
  auto next = std::upper_bound(
      parts.begin(), parts.end(), at,
      [](size_t place, const Part &part) { return place < part.at; });
  const Part &part = *std::prev(next);
  return {part.position.line, part.position.column + at - part.at};
}

SourceRange Statement::range(std::shared_ptr<const std::string> file) const {
  source::Position first = position(0), last = position(text.size() - 1);
  SourceRange result;
  result.file = std::move(file);
  result.line = static_cast<int>(first.line) + 1;
  result.column = static_cast<int>(first.column) + 1;
  result.endLine = static_cast<int>(last.line) + 1;
  result.endColumn = static_cast<int>(last.column) + 1;
  return result;
}

namespace {

class StatementBuilder {
public:
  // `origin`: the line's first character.
  void add(std::string_view line, source::Position origin,
           const Line &scanned) {
    if (scanned.kind == Line::Kind::Initial) {
      finish();
      std::string_view label = scanned.label.of(line);
      label.remove_prefix(std::min(label.find_first_not_of(' '), label.size()));
      now.label = label.substr(0, label.find_last_not_of(' ') + 1);
    }
    // Between tokens, where nothing says that one goes on.
    bool apart = goesOnApart && !scanned.isJoined;
    if (scanned.kind == Line::Kind::Continuation && apart)
      append(" ", " ", behind(origin, scanned.text.begin));
    for (const Piece &piece : scanned.pieces)
      add(line, origin, piece);
    goesOnApart = scanned.isContinued && !scanned.endsInLiteral;
  }

  std::vector<Statement> take() {
    finish();
    return std::move(all);
  }

private:
  static source::Position behind(source::Position origin, size_t columns) {
    return {origin.line, origin.column + columns};
  }

  void add(std::string_view line, source::Position origin,
           const Piece &piece) {
    const size_t begin = piece.columns.begin, end = piece.columns.end;
    std::string_view text = piece.columns.of(line);
    if (piece.kind == Piece::Kind::Literal)
      append(text, std::string(text.size(), ' '), behind(origin, begin));
    if (piece.kind != Piece::Kind::Code)
      return;
    for (size_t at = begin; at < end;) {
      size_t stop = std::min(line.find(';', at), end);
      std::string_view part = line.substr(at, stop - at);
      append(part, lowerCase(part), behind(origin, at));
      if (stop < end)
        finish();
      at = stop + 1;
    }
  }

  void append(std::string_view text, const std::string &code,
              source::Position position) {
    if (text.empty())
      return;
    now.parts.push_back({now.text.size(), position});
    now.text += text;
    now.code += code;
  }

  void finish() {
    if (now.text.find_first_not_of(" \t") != std::string::npos)
      all.push_back(std::move(now));
    now = {};
  }

  std::vector<Statement> all;
  Statement now;
  bool goesOnApart = false;
};

} // namespace

std::vector<Statement>
fortran::scanStatements(const std::vector<std::string> &lines, Form form,
                        size_t first, size_t end) {
  LineScanner scanner(form);
  StatementBuilder builder;
  for (size_t n = first; n < std::min(end, lines.size()); ++n)
    for (Columns part : partsOf(lines[n])) {
      const std::string_view text = part.of(lines[n]);
      if (Line line = scanner.next(text); line.isOfStatement())
        builder.add(text, {n, part.begin}, line);
    }
  return builder.take();
}
