// Kernels of the kernel language may leave types open until they are scheduled:
// of arguments that nothing is said of, and of all that is computed from them.
// Whatever meets an open type is open. A literal of an open type is as it was
// written, an integer or a real number, and takes the type of what it meets.
#ifndef LOOPYC_IR_OPENTYPES_H
#define LOOPYC_IR_OPENTYPES_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Printed as <auto/runtime>.
inline Type openType() { return {TypeClass::Real, 0}; }
inline bool isOpen(Type type) { return type.bytes == 0; }

bool hasOpenTypes(const Kernel &kernel);
// Throws UserError that names the first variable without a type, and why it has
// none.
void requireTypes(const Kernel &kernel);

} // namespace loopyc

#endif
