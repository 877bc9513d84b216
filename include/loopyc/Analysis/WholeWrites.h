// Which arrays a kernel overwrites.
#ifndef LOOPYC_ANALYSIS_WHOLEWRITES_H
#define LOOPYC_ANALYSIS_WHOLEWRITES_H

#include "loopyc/IR/Kernel.h"

#include <string>

namespace loopyc {

// Does the kernel certainly write every element of the array, whatever its
// data and its parameters (under its assumptions)?
bool writesWholeArray(const Kernel &kernel, const std::string &array);

} // namespace loopyc

#endif
