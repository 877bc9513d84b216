// Include lines whose files are not there: a text is parsed without them.
#ifndef LOOPYC_LIB_FRONTEND_MISSINGINCLUDES_H
#define LOOPYC_LIB_FRONTEND_MISSINGINCLUDES_H

#include "loopyc/Frontend/Options.h"
#include "loopyc/Support/Diagnostic.h"

#include <set>

namespace loopyc {
namespace frontend {

// Adds the lines that the parser's errors are about; false if there is another
// error. A file that the preprocessor includes may define macros: where what
// follows asks for one, UserError says so.
bool addMissingIncludes(const UserError &error, const std::string &text,
                        const std::string &fileName,
                        const FortranOptions &options, std::set<int> &lines);

} // namespace frontend
} // namespace loopyc

#endif
