// Names that associate constructs around statements give to parts of arrays,
// which are the same elements all through the constructs.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_FIXEDPARTS_H
#define LOOPYC_LIB_FRONTEND_FLANG_FIXEDPARTS_H

#include "RegionFlow.h"

namespace loopyc {
namespace frontend {

// From the outermost.
std::vector<const Fortran::semantics::Symbol *>
fixedPartsAround(const RegionStatements &statements, const Unit &unit,
                 const SharedVariables &shared);

} // namespace frontend
} // namespace loopyc

#endif
