// Variables of a procedure that carry no value into a kernel region or out of
// it: temporaries of the region's kernel, as a subroutine's own variables are.
#ifndef LOOPYC_LIB_FRONTEND_REGIONVARIABLES_H
#define LOOPYC_LIB_FRONTEND_REGIONVARIABLES_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Every region's `own` that no region of the procedure reads before it writes
// them become temporaries of the regions.
Program privatizeOwn(Program program);

} // namespace frontend
} // namespace loopyc

#endif
