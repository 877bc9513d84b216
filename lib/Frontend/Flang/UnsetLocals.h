// Variables that have no value where a kernel region begins: locals that
// nothing before it assigns.
//
//   subroutine step(n, ...)
//     real :: z(nproma)              no value
//     print *, 'step'                the subroutine is cut here
//     do jb = ...                    the region: z is its own, whatever is
//       do j = lo(jb), hi(jb)        read of it
#ifndef LOOPYC_LIB_FRONTEND_FLANG_UNSETLOCALS_H
#define LOOPYC_LIB_FRONTEND_FLANG_UNSETLOCALS_H

#include "RegionFlow.h"

#include "flang/Semantics/tools.h"

namespace loopyc {
namespace frontend {

// May statements go on elsewhere than behind the statement before?
bool hasLabels(const Unit &unit);

// Can nothing but assignments in the procedure give it a value?
bool isPlainLocal(const Fortran::semantics::Symbol &symbol, const Unit &unit);

// Of which the region may assign a value. None where it may run twice in one
// call of the procedure.
SymbolSet unsetBefore(const RegionStatements &region, const Unit &unit,
                      const RegionFlow &flow, const SharedVariables &shared);

} // namespace frontend
} // namespace loopyc

#endif
