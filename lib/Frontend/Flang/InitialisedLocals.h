// Local variables with an initial value, by `data` too, that nothing assigns:
// constants, whatever they are declared as.
//
//   real(8) :: w(3) = [1d0, 4d0, 1d0]
//   data a, b /0.5d0, 2d0/
#ifndef LOOPYC_LIB_FRONTEND_FLANG_INITIALISEDLOCALS_H
#define LOOPYC_LIB_FRONTEND_FLANG_INITIALISEDLOCALS_H

#include "RegionFlow.h"

namespace loopyc {
namespace frontend {

// Makes named constants of those, in the unit's scope. Arrays of more elements
// than a table has stay variables that are saved.
void nameConstants(const Unit &unit, const SharedVariables &shared);

} // namespace frontend
} // namespace loopyc

#endif
