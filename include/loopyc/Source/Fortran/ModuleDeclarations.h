// Declarations of modules, by their text.
#ifndef LOOPYC_SOURCE_FORTRAN_MODULEDECLARATIONS_H
#define LOOPYC_SOURCE_FORTRAN_MODULEDECLARATIONS_H

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Support/SourceLocation.h"

#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// The module among whose declarations a line stands, by the text before it, in
// lower case; "" for none.
std::string moduleAt(const std::vector<Statement> &statements, int line);

// Does a module declare the variable there, so that threads have it in common?
// Not where each thread has a copy (!$omp threadprivate), by the same file.
bool isSharedOfModule(const std::string &variable, const SourceRange &place);

} // namespace fortran
} // namespace loopyc

#endif
