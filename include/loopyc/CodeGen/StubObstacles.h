// Why a stub would run statements on the host, whatever a script makes of their
// kernel: what stands around them in the source.
#ifndef LOOPYC_CODEGEN_STUBOBSTACLES_H
#define LOOPYC_CODEGEN_STUBOBSTACLES_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Source/Lines.h"

#include <string>
#include <vector>

namespace loopyc {

// In the lines of the stub; "" if there is none.
std::string stubObstacle(const Kernel &kernel,
                         const std::vector<std::string> &stubLines);

} // namespace loopyc

#endif
