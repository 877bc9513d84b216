// Arrays of a procedure that carry no value into a kernel region or out of it:
// temporaries of the region's kernel, as such scalars are.
#ifndef LOOPYC_LIB_FRONTEND_REGIONARRAYS_H
#define LOOPYC_LIB_FRONTEND_REGIONARRAYS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Every region's `ownArrays` that no region of the procedure reads before it
// writes them become temporaries of the regions.
Program privatizeOwnArrays(Program program);

} // namespace frontend
} // namespace loopyc

#endif
