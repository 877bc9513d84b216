// Where a procedure's statements stand in the main file, for the stub that
// replaces them and the check that runs them.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_BODYLINES_H
#define LOOPYC_LIB_FRONTEND_FLANG_BODYLINES_H

#include "RegionFlow.h"

namespace loopyc {
namespace frontend {

// The lines from the first of a unit's executable statements to the last.
// Include lines stand for the statements that they bring in; none where one
// brings in declarations, too, or the unit's beginning or end.
LineSpan linesOfBody(const Session &session, const Unit &unit,
                     const RegionStatements &statements);

} // namespace frontend
} // namespace loopyc

#endif
