// What there is to do about loops that a script leaves to one work-item
// (-Wserial): which loops map_parallel would spread, and what keeps others.
#ifndef LOOPYC_LOWER_SPREADINGADVICE_H
#define LOOPYC_LOWER_SPREADINGADVICE_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <string>
#include <vector>

namespace loopyc {

struct SpreadingAdvice {
  std::string loop; // that may be spread, an outermost one; "": none is known
  // Else why the loops stay as they are: warnings, -Wserial.
  std::vector<Diagnostic> reasons;
};

// Of each of the loops and what is inside of it; of the whole kernel for "".
std::vector<SpreadingAdvice>
adviseSpreading(const Kernel &kernel, const std::vector<std::string> &loops);

} // namespace loopyc

#endif
