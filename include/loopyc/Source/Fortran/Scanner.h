// Fortran text taken apart, in both forms: lines, and the statements that they
// make. All that reads Fortran without Flang reads it through this.
#ifndef LOOPYC_SOURCE_FORTRAN_SCANNER_H
#define LOOPYC_SOURCE_FORTRAN_SCANNER_H

#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Source/Lines.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loopyc {
namespace fortran {

// The columns [begin, end) of a line, from 0.
struct Columns {
  size_t begin = 0, end = 0;

  std::string_view of(std::string_view line) const {
    return line.substr(begin, end - begin);
  }
};

struct Piece {
  enum class Kind {
    Code,
    Literal, // a character or Hollerith constant, or its part on this line
    Comment  // from '!' on
  };
  Kind kind = Kind::Code;
  Columns columns;
};

struct Line {
  enum class Kind {
    Blank,
    Comment,      // begins with '!'; in fixed form with C, D or *, too
    Preprocessor, // begins with '#'
    Initial,      // of a statement
    Continuation
  };
  Kind kind = Kind::Blank;
  Columns label; // in fixed form, all that stands before the statement
  // Its part of a statement, with a comment behind it, without marks of
  // continuation. Of a comment: what stands behind the mark.
  Columns text;
  std::vector<Piece> pieces; // of `text`; none of a comment
  bool endsInLiteral = false;
  bool isContinued = false; // free form: the last character is '&'
  bool isJoined = false;    // free form: it begins with '&'
  bool isFull = false;      // fixed form: up to column 72; a token may go on

  // Is there nothing of a statement here?
  bool isEmpty() const { return kind == Kind::Blank || kind == Kind::Comment; }
  bool hasLabel() const { return label.begin < label.end; }
  bool isOfStatement() const {
    return kind == Kind::Initial || kind == Kind::Continuation;
  }
};

// Reads lines in order: a constant or a statement may go on from line to line.
class LineScanner {
public:
  explicit LineScanner(Form form) : form(form) {}
  Line next(std::string_view line);

private:
  Line freeLine(std::string_view line);
  Line fixedLine(std::string_view line);
  void readPieces(std::string_view line, Line &result);

  Form form;
  char quote = 0;         // around what comes next
  bool continued = false; // free form: by the last line
};

std::vector<Line> scanLines(const std::vector<std::string> &lines, Form form);

// The lines that one holds in which a file was included; most hold one.
std::vector<Columns> partsOf(std::string_view folded);

// How many characters a constant or a comment has that begins at the front of
// `text`, up to its end or that of the line; 0 where none does. No Hollerith.
size_t opaqueLength(std::string_view text);

struct Statement {
  std::string label;
  std::string text; // as written, without comments and marks of continuation
  std::string code; // the same in lower case, with constants blank

  // Of the character at this place in the text.
  source::Position position(size_t at) const;
  // Of all; `file` is the name in messages.
  SourceRange range(std::shared_ptr<const std::string> file) const;

  // The place in `text` where what stands on a line begins.
  struct Part {
    size_t at;
    source::Position position;
  };
  std::vector<Part> parts;
};

// Those of the lines [first, end), which begin with a statement. Columns in
// lines that hold several are those of all their text.
std::vector<Statement> scanStatements(const std::vector<std::string> &lines,
                                      Form form, size_t first = 0,
                                      size_t end = std::string::npos);

// Does a line hold parts of several statements?
bool sharesLine(std::string_view line, const Line &scanned);

// The file that an INCLUDE line names.
std::optional<std::string> includedFile(std::string_view line,
                                        const Line &scanned);

} // namespace fortran
} // namespace loopyc

#endif
