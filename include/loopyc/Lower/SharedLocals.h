// Arrays for which local memory would be the place, if it could have their
// size: of the source, and what is staged.
#ifndef LOOPYC_LOWER_SHAREDLOCALS_H
#define LOOPYC_LOWER_SHAREDLOCALS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Warns (-Wlocal-memory) of each that lies in global memory for that reason. Of
// one launch, lowered.
void warnOfSharedLocals(const Kernel &kernel);

} // namespace loopyc

#endif
