// Extents that are the same: what a kernel takes for granted of its arguments.
#ifndef LOOPYC_LIB_FRONTEND_EQUALEXTENTS_H
#define LOOPYC_LIB_FRONTEND_EQUALEXTENTS_H

#include "Program.h"

#include "loopyc/IR/Kernel.h"

namespace loopyc {
namespace frontend {

// What the procedure says of extents that are known before the kernel, and what
// follows from its arguments: components of one array's elements, each of which
// a pointer of its own reaches, have the bounds of that array. Callers are held
// to them. Throws UserError where it cannot be asked before the kernel.
void assumeEqualExtents(const Procedure &procedure, Kernel &kernel);

} // namespace frontend
} // namespace loopyc

#endif
