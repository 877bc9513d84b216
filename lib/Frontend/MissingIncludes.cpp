#include "MissingIncludes.h"

#include "LibraryInterfaces.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::frontend;

static void requireDecided(const Diagnostic &missing, const std::string &text,
                           const FortranOptions &options) {
  std::set<std::string> settled;
  for (const MacroOption &macro : options.macros)
    settled.insert(macro.name);
  const SourceRange &range = missing.range;
  auto open = openCondition(text, range.line, settled);
  if (!open)
    return;
  SourceRange place;
  place.file = range.file;
  place.line = open->line;
  place.column = 1;
  Diagnostic error{
      Severity::Error,
      "'" + missingInclude(missing.message) +
          "' was not found, and what follows asks for a macro that it may "
          "define; give its directory with -I, or the macro with -D or -U",
      range, "",
      {{Severity::Note, "'" + open->macro + "' is asked for here", place, "",
        {}}}};
  throw UserError(std::vector<Diagnostic>{error});
}

bool frontend::addMissingIncludes(const UserError &error,
                                  const std::string &text,
                                  const std::string &fileName,
                                  const FortranOptions &options,
                                  std::set<int> &lines) {
  for (const Diagnostic &diagnostic : error.diagnostics()) {
    const SourceRange &range = diagnostic.range;
    if (missingInclude(diagnostic.message).empty() || !range.known() ||
        *range.file != fileName || !lines.insert(range.line).second)
      return false;
    if (llvm::StringRef(diagnostic.message).starts_with("#"))
      requireDecided(diagnostic, text, options);
  }
  return true;
}
