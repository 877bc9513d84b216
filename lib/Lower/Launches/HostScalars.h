// Scalars that a kernel computes before all else from arguments by value, as
// ntot = nx*ny*nz: whoever launches it can compute them as well, so that they
// may bound parallel axes and loops of the host.
#ifndef LOOPYC_LIB_LOWER_LAUNCHES_HOSTSCALARS_H
#define LOOPYC_LIB_LOWER_LAUNCHES_HOSTSCALARS_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {

// The assignments, in an order in which the host can run them.
std::vector<InstructionPtr> hostScalars(const Kernel &kernel);
// Their variables.
std::set<std::string> hostScalarNames(const Kernel &kernel);
// Extents and strides of temporaries are in arguments, not in such scalars: who
// launches makes room before it computes them.
Kernel withExtentsInArguments(Kernel kernel);
// May evaluating it divide an integer by zero? Launchers have checked what the
// kernel assumes of its arguments before.
bool mayTrap(const Kernel &kernel, const Expr &e);
// Does such a scalar bound a parallel axis?
bool needsHostScalars(const Kernel &kernel);

} // namespace loopyc

#endif
