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

// Have threads the variable that is declared at the place in common, which is a
// module's, or has each a copy (!$omp threadprivate), by the same file?
enum class Sharing { NotOfModule, OfAll, OfEach };
Sharing sharingOf(const SourceRange &place);

} // namespace fortran
} // namespace loopyc

#endif
