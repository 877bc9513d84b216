// --verify for one kernel: finds what it was made of, and asks lib/Verify.
#ifndef LOOPYC_DRIVER_VERIFICATION_H
#define LOOPYC_DRIVER_VERIFICATION_H

#include "loopyc/Schedule/ScheduledKernel.h"
#include "loopyc/Verify/VerifySchedule.h"

#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace loopyc {
namespace driver {

// Prints one line, and one more where the schedule's proof left something open.
// `parsed` holds all kernels of the front end. Throws
// UserError where the kernel, its schedule or its dependences are wrong.
void verifyTranslation(
    const std::vector<Kernel> &parsed, const Kernel &kernel,
    const ScheduledKernel &scheduled,
    const std::vector<verify::ScheduleProof> &proofs,
    const std::vector<std::pair<std::string, std::string>> &parameters,
    llvm::raw_ostream &out);

} // namespace driver
} // namespace loopyc

#endif
