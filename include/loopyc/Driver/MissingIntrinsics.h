// Kernels with functions that a target has not.
#ifndef LOOPYC_DRIVER_MISSINGINTRINSICS_H
#define LOOPYC_DRIVER_MISSINGINTRINSICS_H

#include "loopyc/CodeGen/Target.h"
#include "loopyc/Frontend/Frontend.h"

namespace loopyc {
namespace driver {

// Those of the source stay on the host, as what else is not translated does.
// Throws UserError, the reason, where no kernel is left.
void leaveOnHost(frontend::ParsedFortran &parsed, const Targets &targets);

} // namespace driver
} // namespace loopyc

#endif
