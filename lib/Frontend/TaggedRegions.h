// Tagged regions of which a kernel has a part.
#ifndef LOOPYC_LIB_FRONTEND_TAGGEDREGIONS_H
#define LOOPYC_LIB_FRONTEND_TAGGEDREGIONS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Records where one begins inside of what is to be a kernel, and ends outside,
// or the other way round.
Program checkTaggedRegions(Program program);

} // namespace frontend
} // namespace loopyc

#endif
