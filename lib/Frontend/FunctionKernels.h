// Which functions become kernels, as regions of all their statements: a norm,
// the energy of a field, the time step that is stable.
#ifndef LOOPYC_LIB_FRONTEND_FUNCTIONKERNELS_H
#define LOOPYC_LIB_FRONTEND_FUNCTIONKERNELS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// For each procedure of a program as it stands, before anything is inlined: a
// function with loops or array statements, but none that is pure, which cannot
// launch, and none that a kernel calls in a loop, where it is a part of what
// one work-item does.
std::vector<bool> mayBeFunctionKernels(const Program &program);

// Of such a function's region: does it go through arrays? The points of one
// element, of eight in each direction, are too few.
bool goesThroughArrays(const Procedure &region);

} // namespace frontend
} // namespace loopyc

#endif
