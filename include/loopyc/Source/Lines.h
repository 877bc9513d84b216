// Text as lines, and places in them.
#ifndef LOOPYC_SOURCE_LINES_H
#define LOOPYC_SOURCE_LINES_H

#include "loopyc/Support/SourceLocation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loopyc {
namespace source {

// A character of lines; both count from 0.
struct Position {
  size_t line = 0, column = 0;
};

// Lines as people count them, from 1; both included.
struct LineSpan {
  int first = 0, last = 0;
};

// Without the ends of lines, \n or \r\n.
std::vector<std::string> splitLines(const std::string &text);
// Each line with its \n.
std::string joinLines(const std::vector<std::string> &lines);

// Lines of which some hold several, where a file was included: one by one, and
// together again.
class UnfoldedLines {
public:
  explicit UnfoldedLines(const std::vector<std::string> &folded);

  std::vector<std::string> lines;
  // The index in `lines` of the first that stands for a folded one; of the end,
  // too.
  size_t startOf(size_t folded) const { return starts[folded]; }
  std::vector<std::string> fold() const;

private:
  std::vector<size_t> starts;
};

} // namespace source
} // namespace loopyc

#endif
