// Declarations of modules and common blocks, by their text.
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

// Have threads the variable that is declared at the place in common, or has each
// a copy (!$omp threadprivate), by the same file? Said of variables of modules
// and of common blocks, and of those of procedures that are saved.
enum class Sharing { Unsaid, OfAll, OfEach };
Sharing sharingOf(const SourceRange &place);

} // namespace fortran
} // namespace loopyc

#endif
