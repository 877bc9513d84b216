// What a launcher takes for granted of a kernel: assumptions and the sizes of
// arrays are about values that are known when it is launched. A transformation
// that makes a parameter a variable (fusion with a kernel that writes it) may
// break that.
#ifndef LOOPYC_LIB_TRANSFORM_LAUNCHVALUES_H
#define LOOPYC_LIB_TRANSFORM_LAUNCHVALUES_H

#include "loopyc/Transform/Common.h"

namespace loopyc {

// UserError where an assumption is about what the kernel computes, or where an
// array is used after a variable of its declaration has changed.
void requireLaunchValues(const Kernel &kernel, const char *transformation);

} // namespace loopyc

#endif
