// Include lines whose files are not there: a text is parsed without them.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_MISSINGINCLUDES_H
#define LOOPYC_LIB_FRONTEND_FLANG_MISSINGINCLUDES_H

#include "LibraryInterfaces.h"
#include "loopyc/Support/Diagnostic.h"

namespace loopyc {
namespace frontend {

// Adds the lines that the parser's errors are about; false if there is another
// error.
inline bool addMissingIncludes(const UserError &error,
                               const std::string &fileName,
                               std::set<int> &lines) {
  for (const Diagnostic &diagnostic : error.diagnostics()) {
    const SourceRange &range = diagnostic.range;
    if (missingInclude(diagnostic.message).empty() || !range.known() ||
        *range.file != fileName || !lines.insert(range.line).second)
      return false;
  }
  return true;
}

} // namespace frontend
} // namespace loopyc

#endif
