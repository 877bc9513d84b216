#include "loopyc/Source/Fortran/Returns.h"

#include "loopyc/Source/Fortran/Scanner.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::fortran;
using llvm::StringRef;

static constexpr StringRef word = "return";

// Where the word stands in the code of "return" and "if (...) return".
static size_t returnIn(StringRef code) {
  StringRef text = code.rtrim(), rest = text;
  if (!rest.consume_back(word))
    return StringRef::npos;
  StringRef before = rest.trim();
  bool isAlone = before.empty();
  bool isConditional = before.starts_with("if") && before.ends_with(")");
  return isAlone || isConditional ? rest.size() : StringRef::npos;
}

std::optional<std::vector<std::string>>
fortran::returningToEnd(const std::vector<std::string> &lines,
                        const std::string &name) {
  std::vector<std::string> result = lines;
  std::vector<Statement> statements = scanStatements(lines, Form::Free);
  bool found = false;
  // From the last: what is replaced moves what is behind it on its line.
  for (auto it = statements.rbegin(); it != statements.rend(); ++it) {
    size_t at = returnIn(it->code);
    if (at == StringRef::npos)
      continue;
    source::Position place = it->position(at);
    std::string &line = result[place.line];
    if (!StringRef(line).substr(place.column).starts_with_insensitive(word))
      continue; // it goes on on another line, as nobody writes it
    line.replace(place.column, word.size(), "exit " + name);
    found = true;
  }
  if (!found)
    return std::nullopt;
  return result;
}
