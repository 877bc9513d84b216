// An analysed subroutine of Flang's parse tree, or a region, to a Procedure.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERPROCEDURE_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERPROCEDURE_H

#include "Procedure.h"
#include "Session.h"
#include "Units.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// Of "module procedure NAME", which may be a subroutine, too.
bool isFunction(const Unit &unit);

// Throws UserError for a construct that is not supported. `missingModules`:
// modules that the subroutine uses and that were not found, so that a name
// without a declaration may be theirs.
Procedure lowerProcedure(const Session &session, const Unit &unit,
                         const std::vector<std::string> &missingModules);

// The region of the unit, its variables as arguments but for scalars whose
// values neither enter nor leave it. `all`: the regions of the file.
Procedure lowerRegion(const Session &session, const Unit &unit,
                      const KernelRegion &region,
                      const std::vector<KernelRegion> &all,
                      const std::vector<std::string> &missingModules);

} // namespace frontend
} // namespace loopyc

#endif
