// What the items of data directives stand for, by Flang's semantic analysis of
// the text around them. In that text, each directive is a construct of its own:
//
//   !$loopy update host: h(:, ny), state
//   associate (loopyc_1 => h(:, ny), loopyc_2 => state); end associate
#ifndef LOOPYC_LIB_FRONTEND_DATAITEMS_H
#define LOOPYC_LIB_FRONTEND_DATAITEMS_H

#include "loopyc/Frontend/Options.h"
#include "loopyc/Source/DataDirective.h"
#include "loopyc/Support/Diagnostic.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace frontend {

struct DataProgram {
  std::string text, fileName; // in free form
  std::vector<source::DataDirective> directives;
  // Of each, where its items are on its line: from the first column to the
  // last.
  std::vector<std::vector<std::pair<int, int>>> columns;
  // In lower case, what statements mention.
  std::set<std::string> namesInStatements;
};

// Finds the arrays of all items, and the ends of regions. Returns the errors of
// directives; other errors of the text are its compiler's to tell. Throws
// UserError where it cannot be parsed.
std::vector<Diagnostic> resolveData(DataProgram &program,
                                    const FortranOptions &options);

} // namespace frontend
} // namespace loopyc

#endif
