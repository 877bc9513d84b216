// Loops of the host whose iterations all launch the same: what one launched can
// be recorded, and launched again.
#ifndef LOOPYC_LIB_CODEGEN_HOST_REPEATEDLOOP_H
#define LOOPYC_LIB_CODEGEN_HOST_REPEATEDLOOP_H

#include "loopyc/CodeGen/Target.h"

namespace loopyc {
namespace codegen {

// No launch in the loop depends on its iname, waits for the device, or
// allocates memory; and they are few.
bool repeatsLaunches(const HostLoop &loop, const Launches &launches,
                     const Target &target);
bool hasRepeatedLoop(const Launches &launches, const Target &target);

} // namespace codegen
} // namespace loopyc

#endif
