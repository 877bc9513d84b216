// Which memory each temporary lives in.
#ifndef LOOPYC_LIB_LOWER_ADDRESSSPACES_H
#define LOOPYC_LIB_LOWER_ADDRESSSPACES_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Every temporary Private, Local or Global, by where its values flow. Throws
// UserError where one that a script placed has less than its values need.
Kernel placeTemporaries(const Kernel &kernel);

} // namespace loopyc

#endif
