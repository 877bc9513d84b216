// The statements of lines in free form, character by character: without
// comments, without the ampersands of continued lines, in lower case; strings
// are blanks. At the end of a statement there is a '\n'.
#ifndef LOOPYC_LIB_CHECK_FREESTATEMENTS_H
#define LOOPYC_LIB_CHECK_FREESTATEMENTS_H

#include <cstddef>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

struct SourcePosition {
  size_t line, column; // from 0
};

class FreeStatements {
public:
  // Of the lines [first, end); they must not change meanwhile.
  FreeStatements(const std::vector<std::string> &lines, size_t first,
                 size_t end)
      : lines(lines), at{first, 0}, end(end) {
    skipToText();
  }

  bool done() const { return at.line >= end; }
  SourcePosition position() const { return at; }
  char current() const;
  void next();

private:
  bool atLineEnd() const;
  bool continues() const;
  void skipToText();

  const std::vector<std::string> &lines;
  SourcePosition at;
  size_t end;
  char quote = 0;
};

} // namespace check
} // namespace loopyc

#endif
