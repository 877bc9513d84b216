// The statements of a procedure, or of a region of one.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERBODY_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERBODY_H

#include "LowerProcedure.h"
#include "RegionFlow.h"
#include "Variables.h"

namespace loopyc {
namespace frontend {

// What has no translation is recorded where it stands. `regions`: those among
// the statements. `procedure`: that of which they are all.
Block lowerBody(const LoweringContext &context, Variables &variables,
                const RegionStatements &statements,
                std::vector<FoundRegion> regions = {},
                const Fortran::semantics::Scope *procedure = nullptr);

} // namespace frontend
} // namespace loopyc

#endif
