// Directives of other models that no compiler takes as they stand, and that
// would say nothing here: an open bracket, a misspelt directive or clause.
//
//   !$omp parallel do private(a, b       !$omp paralel do privat(a)
#ifndef LOOPYC_LIB_FRONTEND_DIRECTIVESPELLING_H
#define LOOPYC_LIB_FRONTEND_DIRECTIVESPELLING_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Warns of them, where they stand. What is not known, and looks like nothing
// that is, is a newer version's.
Program checkDirectiveSpelling(Program program);

} // namespace frontend
} // namespace loopyc

#endif
