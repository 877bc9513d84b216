// Where a subroutine is cut around what only the host executes: an error branch
// that prints and stops, a timer, a call of another library, allocate.
//
//   call cpu_time(start)              the host's
//   do i = 1, n ... end do            region 1
//   if (bad) then                     the host's
//     write (*, *) 'bad'; stop
//   end if
//   if (name == 'x') then             the host's condition
//     do i = 1, n ... end do          region 2
//   end if
//
// Nothing is cut inside of loops.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_HOSTCUTS_H
#define LOOPYC_LIB_FRONTEND_FLANG_HOSTCUTS_H

#include "HostCode.h"
#include "LowerProcedure.h"

namespace loopyc {
namespace frontend {

struct HostCuts {
  std::vector<RegionStatements> regions; // in order; each has a loop
  std::vector<HostPart> hostParts;       // in order
  std::vector<HostMention> mentions;
};

// `program`: what the file is as it stands, where the unit is this procedure.
// No regions where nothing is gained.
HostCuts hostCuts(const LoweringContext &context, const Program &program,
                  const Unit &unit, size_t procedure,
                  const std::vector<const UnresolvedUse *> &missing);

} // namespace frontend
} // namespace loopyc

#endif
