#include "loopyc/Source/Fortran/ConditionalLines.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using llvm::StringRef;

// Where the sentinel of two characters stands; npos: there is none.
static size_t inFreeForm(StringRef line) {
  size_t at = line.find_first_not_of(" \t");
  if (at == StringRef::npos || !line.substr(at).starts_with("!$"))
    return StringRef::npos;
  StringRef behind = line.substr(at + 2);
  return behind.empty() || StringRef(" \t&\r").contains(behind.front())
             ? at
             : StringRef::npos;
}

// A label, or nothing, in columns 3 to 5.
static size_t inFixedForm(StringRef line) {
  if (line.size() < 2 || !StringRef("!cC*").contains(line[0]) || line[1] != '$')
    return StringRef::npos;
  for (char c : line.substr(2, 3))
    if (c == '\t')
      break;
    else if (c != ' ' && !llvm::isDigit(c))
      return StringRef::npos;
  return 0;
}

std::string fortran::withConditionalLines(std::string text, Form form) {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    StringRef line = StringRef(text).slice(begin, end);
    size_t at = form == Form::Free ? inFreeForm(line) : inFixedForm(line);
    if (at != StringRef::npos)
      text.replace(begin + at, 2, "  ");
    begin = end + 1;
  }
  return text;
}
