#include "Fortran/Unprotected.h"

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Lines.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Regex.h"

#include <optional>

using namespace loopyc;
using namespace loopyc::check;

namespace {

// Of a statement's code.
struct Place {
  size_t begin, end;
};

// The attribute with its comma, or the whole statement.
std::optional<Place> protectedIn(const std::string &code) {
  static const llvm::Regex statement("^ *protected( *::| +[a-z])");
  static const llvm::Regex attribute(", *protected *(,|::)");
  llvm::SmallVector<llvm::StringRef> found;
  if (statement.match(code))
    return Place{0, code.size()};
  if (!attribute.match(code, &found))
    return std::nullopt;
  const size_t begin = found[0].data() - code.data();
  return Place{begin, begin + found[0].size() - found[1].size()};
}

void blank(const fortran::Statement &statement, const Place &place,
           std::vector<std::string> &lines) {
  for (size_t at = place.begin; at < place.end; ++at) {
    const source::Position position = statement.position(at);
    lines[position.line][position.column] = ' ';
  }
}

} // namespace

bool check::unprotect(std::vector<std::string> &lines) {
  source::UnfoldedLines all(lines);
  bool found = false;
  for (const fortran::Statement &statement :
       fortran::scanStatements(all.lines, fortran::Form::Free))
    if (auto place = protectedIn(statement.code)) {
      blank(statement, *place, all.lines);
      found = true;
    }
  lines = all.fold();
  return found;
}
