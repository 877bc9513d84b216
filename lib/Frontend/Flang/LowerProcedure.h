// An analysed unit of Flang's parse tree, or a region of one, to a Procedure.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERPROCEDURE_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERPROCEDURE_H

#include "LowerCall.h"
#include "PassedComponents.h"
#include "Program.h"
#include "RegionFlow.h"
#include "Session.h"
#include "Units.h"

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// Of "module procedure NAME", which may be a subroutine, too.
bool isFunction(const Unit &unit);

// What all procedures of a file are lowered with.
struct LoweringContext {
  const Session &session;
  const ProcedureNumbers &numbers;
  const std::vector<KernelRegion> &regions;
  const Units &units;
  const SharedVariables &shared;
  CalledInterfaces &interfaces;
};

// What the unit executes, without what changes nothing at either end.
RegionStatements allStatements(const Unit &unit);

// A region of a unit, and which procedure of the program it is.
struct PlacedRegion {
  const KernelRegion &region;
  size_t procedure;
};
// The same, which stands for its statements.
struct FoundRegion {
  RegionStatements statements;
  size_t procedure;
};

// What has no translation is recorded where it stands. `missing`: modules and
// includes of the unit that are not there, so that a name without a declaration
// may be theirs. `regions`: those of the unit. Returns what calls of it pass of
// derived types.
PassedComponents
lowerProcedure(const LoweringContext &context, const Unit &unit,
               std::vector<FoundRegion> regions,
               const std::vector<const UnresolvedUse *> &missing,
               Procedure &result);

// Those that the unit has, but for those that cannot be found.
std::vector<FoundRegion> findRegions(const Session &session, const Unit &unit,
                                     const std::vector<PlacedRegion> &regions);

// The region of the unit, its variables as arguments but for scalars whose
// values neither enter nor leave it. Throws UserError where it cannot be found.
void lowerRegion(const LoweringContext &context, const Unit &unit,
                 const KernelRegion &region,
                 const std::vector<const UnresolvedUse *> &missing,
                 Procedure &result);

// Is the unit a subroutine that becomes a kernel as a region of all its
// statements does (Procedure::isWhole)?
bool isRegionAsWhole(const Session &session, const Unit &unit,
                     const SharedVariables &shared);
// A region that the unit was cut into, as one of `all`.
void lowerCut(const LoweringContext &context, const Unit &unit,
              const std::vector<RegionStatements> &all, size_t number,
              const std::vector<const UnresolvedUse *> &missing,
              Procedure &result);
void lowerAsWhole(const LoweringContext &context, const Unit &unit,
                  const std::vector<const UnresolvedUse *> &missing,
                  Procedure &result);

} // namespace frontend
} // namespace loopyc

#endif
