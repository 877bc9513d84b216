// Modules and include files of libraries: mpi, netcdf. They are never read, so
// that no constant of theirs, which is one implementation's, gets into a kernel
// or a stub; and include lines that a text had better go without.
#ifndef LOOPYC_LIB_FRONTEND_LIBRARYINTERFACES_H
#define LOOPYC_LIB_FRONTEND_LIBRARYINTERFACES_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// What all names of the module or include file begin with ("mpi_"); "" where it
// is none of these. `name` in lower case.
std::string libraryPrefix(const std::string &name);

struct OmittedInclude {
  std::string name;
  int line = 0;
};

// Makes comments of the include lines that name a library's file, and of those
// on the lines `missing`.
std::vector<OmittedInclude> omitIncludes(std::string &text,
                                         const std::set<int> &missing);

struct OpenCondition {
  std::string macro;
  int line = 0;
};

// The first condition of the preprocessor behind a line that asks for a macro
// which neither the text nor the command line (`settled`) defines or undefines:
// what line `behind` includes may decide it.
std::optional<OpenCondition> openCondition(llvm::StringRef text, int behind,
                                           std::set<std::string> settled);

// The file that the parser did not find, by what it says; "" if it says
// something else.
std::string missingInclude(const std::string &message);

} // namespace frontend
} // namespace loopyc

#endif
