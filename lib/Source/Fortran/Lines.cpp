// Lines of either form.
#include "loopyc/Source/Fortran/Scanner.h"

#include "loopyc/Source/Fortran/FixedColumns.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::fortran;

static constexpr size_t labelColumns = 5;
static constexpr size_t npos = std::string_view::npos;

static bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c));
}

static bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

static size_t firstText(std::string_view line, size_t from = 0) {
  return line.find_first_not_of(" \t", from);
}

static size_t lastText(std::string_view line) {
  return line.find_last_not_of(" \t");
}

// --- pieces

// "4H!abc" has 6 characters; 0: none is here.
static size_t hollerithLength(std::string_view text, size_t at) {
  if (at > 0 && (isWordPart(text[at - 1]) || text[at - 1] == '*'))
    return 0;
  size_t end = at, count = 0;
  for (; end < text.size() && isDigit(text[end]) && count < text.size(); ++end)
    count = 10 * count + (text[end] - '0');
  bool holds = count && end < text.size() &&
               (text[end] == 'h' || text[end] == 'H') &&
               end + count < text.size();
  return holds ? end + 1 - at + count : 0;
}

size_t fortran::opaqueLength(std::string_view text) {
  if (text.empty())
    return 0;
  if (text[0] == '!')
    return text.size();
  if (text[0] != '\'' && text[0] != '"')
    return 0;
  size_t close = text.find(text[0], 1);
  return close == npos ? text.size() : close + 1;
}

// From `result.text`; `quote` is left as it is at the end.
void LineScanner::readPieces(std::string_view line, Line &result) {
  const size_t begin = result.text.begin;
  const std::string_view text = result.text.of(line);
  auto add = [&](Piece::Kind kind, size_t from, size_t to) {
    if (from < to)
      result.pieces.push_back({kind, {begin + from, begin + to}});
  };
  size_t at = 0, code = 0;
  auto opaque = [&](Piece::Kind kind, size_t length) {
    add(Piece::Kind::Code, code, at);
    add(kind, at, at + length);
    code = at += length;
  };
  if (quote) {
    size_t close = text.find(quote);
    quote = close == npos ? quote : 0;
    opaque(Piece::Kind::Literal, std::min(close, text.size() - 1) + 1);
  }
  while (at < text.size()) {
    std::string_view rest = text.substr(at);
    if (size_t length = opaqueLength(rest)) {
      bool comment = rest[0] == '!';
      bool closed = length > 1 && rest[length - 1] == rest[0];
      quote = comment || closed ? 0 : rest[0];
      opaque(comment ? Piece::Kind::Comment : Piece::Kind::Literal, length);
    } else if (size_t length = hollerithLength(text, at)) {
      opaque(Piece::Kind::Literal, length);
    } else {
      ++at;
    }
  }
  add(Piece::Kind::Code, code, text.size());
  result.endsInLiteral = quote != 0;
}

// --- forms

Line LineScanner::next(std::string_view line) {
  return form == Form::Free ? freeLine(line) : fixedLine(line);
}

// Takes the ampersand off the end: is there one? It is none of a constant's,
// unless that has no end on this line.
static bool dropAmpersand(std::string_view line, Line &result) {
  bool comment = !result.pieces.empty() &&
                 result.pieces.back().kind == Piece::Kind::Comment;
  if (result.pieces.size() == size_t(comment))
    return false;
  auto piece = result.pieces.end() - 1 - comment;
  if (piece->kind == Piece::Kind::Literal && !result.endsInLiteral)
    return false;
  size_t last = lastText(piece->columns.of(line));
  if (last == npos || line[piece->columns.begin + last] != '&')
    return false;
  piece->columns.end = piece->columns.begin + last;
  if (last == 0)
    result.pieces.erase(piece);
  return true;
}

// "10 continue"
static Columns labelOf(std::string_view line, size_t first) {
  size_t end = first;
  while (end < line.size() && isDigit(line[end]))
    ++end;
  bool ends = end < line.size() && (line[end] == ' ' || line[end] == '\t');
  return {first, ends ? end : first};
}

Line LineScanner::freeLine(std::string_view line) {
  Line result;
  size_t first = firstText(line);
  if (first == npos)
    return result;
  result.text = {first, line.size()};
  if (line[first] == '!') {
    result.kind = Line::Kind::Comment;
    ++result.text.begin;
    return result;
  }
  if (line[first] == '#') {
    result.kind = Line::Kind::Preprocessor;
    return result;
  }
  result.kind = continued ? Line::Kind::Continuation : Line::Kind::Initial;
  if (!continued) {
    quote = 0;
    result.label = labelOf(line, first);
    result.text.begin = result.label.end;
  } else if (line[first] == '&') {
    result.isJoined = true;
    ++result.text.begin;
  }
  readPieces(line, result);
  bool nothing = result.isJoined && firstText(line, first + 1) == npos;
  continued = nothing || dropAmpersand(line, result);
  result.isContinued = continued;
  if (!continued) {
    quote = 0;
    result.endsInLiteral = false;
  }
  return result;
}

static bool isFixedComment(std::string_view line) {
  size_t first = firstText(line);
  if (line[first] == '!') // in column 6 it continues a statement
    return first != labelColumns || line.find('\t') < first;
  return std::string_view("cC*dD").find(line[0]) != npos;
}

// The columns of a line's parts. A tab among the first leads to column 7; a
// digit behind it continues a statement.
static void readColumns(std::string_view line, Line &result) {
  bool goesOn = false;
  if (size_t tab = line.find('\t'); tab <= labelColumns) {
    goesOn =
        tab + 1 < line.size() && line[tab + 1] >= '1' && line[tab + 1] <= '9';
    result.label = {0, tab};
    result.text = {tab + 1 + goesOn, line.size()};
  } else {
    size_t size = std::min(line.size(), fixedColumns());
    result.label = {0, std::min(size, labelColumns)};
    goesOn = size > labelColumns && line[labelColumns] != ' ' &&
             line[labelColumns] != '0';
    result.text = {std::min(size, labelColumns + 1), size};
    result.isFull = size == fixedColumns() && line[size - 1] != ' ';
  }
  result.kind = goesOn ? Line::Kind::Continuation : Line::Kind::Initial;
}

Line LineScanner::fixedLine(std::string_view line) {
  Line result;
  size_t first = firstText(line);
  if (first == npos)
    return result;
  if (isFixedComment(line)) {
    result.kind = Line::Kind::Comment;
    result.text = {(line[first] == '!' ? first : 0) + 1, line.size()};
    return result;
  }
  if (line[0] == '#') {
    result.kind = Line::Kind::Preprocessor;
    return result;
  }
  readColumns(line, result);
  if (result.kind == Line::Kind::Initial)
    quote = 0;
  readPieces(line, result);
  return result;
}

std::vector<Line> fortran::scanLines(const std::vector<std::string> &lines,
                                     Form form) {
  LineScanner scanner(form);
  std::vector<Line> result;
  for (const std::string &line : lines)
    result.push_back(scanner.next(line));
  return result;
}

std::vector<Columns> fortran::partsOf(std::string_view folded) {
  std::vector<Columns> parts;
  for (size_t begin = 0;;) {
    const size_t end = std::min(folded.find('\n', begin), folded.size());
    parts.push_back({begin, end});
    if (end == folded.size())
      return parts;
    begin = end + 1;
  }
}

// --- single lines

bool fortran::sharesLine(std::string_view line, const Line &scanned) {
  return std::any_of(scanned.pieces.begin(), scanned.pieces.end(),
                     [&](const Piece &piece) {
                       return piece.kind == Piece::Kind::Code &&
                              piece.columns.of(line).find(';') != npos;
                     });
}

// "      INCLUDE 'dims.h'"
std::optional<std::string> fortran::includedFile(std::string_view line,
                                                 const Line &scanned) {
  if (scanned.kind != Line::Kind::Initial || scanned.pieces.size() < 2)
    return std::nullopt;
  auto trimmed = [](std::string_view text) {
    size_t first = firstText(text);
    return first == npos ? std::string_view()
                         : text.substr(first, lastText(text) + 1 - first);
  };
  std::string_view word = trimmed(scanned.pieces[0].columns.of(line)),
                   name = scanned.pieces[1].columns.of(line);
  if (lowerCase(word) != "include" || name.size() < 2 ||
      name.back() != name.front())
    return std::nullopt;
  return std::string(name.substr(1, name.size() - 2));
}
