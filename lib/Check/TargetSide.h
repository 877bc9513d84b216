// The generated part of a check program that runs a launcher: converts the
// objects to the kernel's layouts, launches, converts back.
#ifndef LOOPYC_LIB_CHECK_TARGETSIDE_H
#define LOOPYC_LIB_CHECK_TARGETSIDE_H

#include "Objects.h"
#include "Toolchain.h"

#include <string>
#include <vector>

namespace loopyc {
namespace check {

// Which copy of the objects a side works on.
struct SideNames {
  std::string function = "run_target"; // or run_oracle
  std::string member = "target";       // or oracle: the copy in struct object
};

// C text for harness.h; includes `header`, which declares the launcher.
std::string targetSideText(const ScheduledKernel &scheduled,
                           const Target &target, const KernelObjects &objects,
                           const std::string &header, const SideNames &names);

} // namespace check
} // namespace loopyc

#endif
