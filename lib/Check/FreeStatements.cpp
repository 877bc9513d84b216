#include "FreeStatements.h"

#include "llvm/ADT/StringRef.h"

#include <cctype>

using namespace loopyc;
using namespace loopyc::check;

char FreeStatements::current() const {
  if (atLineEnd())
    return '\n';
  char c = lines[at.line][at.column];
  return quote ? ' ' : c == ';' ? '\n' : std::tolower(c);
}

void FreeStatements::next() {
  if (!atLineEnd()) {
    char c = lines[at.line][at.column];
    if (quote && c == quote)
      quote = 0;
    else if (!quote && (c == '\'' || c == '"'))
      quote = c;
    ++at.column;
  } else {
    quote = 0;
    ++at.line;
    at.column = 0;
  }
  skipToText();
}

// The end of the line, or of its part before a comment.
bool FreeStatements::atLineEnd() const {
  const std::string &line = lines[at.line];
  return at.column >= line.size() || (!quote && line[at.column] == '!');
}

// An ampersand is the last character of its line but for a comment.
bool FreeStatements::continues() const {
  llvm::StringRef rest = llvm::StringRef(lines[at.line]).substr(at.column);
  if (!rest.consume_front("&"))
    return false;
  rest = rest.ltrim();
  return rest.empty() || rest.front() == '!';
}

static bool isBlank(llvm::StringRef line) {
  line = line.ltrim();
  return line.empty() || line.front() == '!' || line.front() == '#';
}

// Over what stands between a line and the one that continues it.
void FreeStatements::skipToText() {
  while (at.line < end && continues()) {
    do {
      ++at.line;
      at.column = 0;
    } while (at.line < end && isBlank(lines[at.line]));
    if (at.line >= end)
      return;
    at.column = lines[at.line].find_first_not_of(" \t");
    if (lines[at.line][at.column] == '&')
      ++at.column;
  }
}
