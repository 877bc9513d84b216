// Which tagged regions concern a procedure.
#ifndef LOOPYC_LIB_FRONTEND_TAGGEDREGIONS_H
#define LOOPYC_LIB_FRONTEND_TAGGEDREGIONS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Does it stand in the procedure's lines, or around all of them?
bool concerns(const TaggedRegion &region, const Procedure &procedure);

// Records where one begins inside of what is to be a kernel, and ends outside,
// or the other way round.
Program checkTaggedRegions(Program program);

} // namespace frontend
} // namespace loopyc

#endif
