// What more than one analysis asks of a kernel.
#ifndef LOOPYC_LIB_ANALYSIS_KERNELFACTS_H
#define LOOPYC_LIB_ANALYSIS_KERNELFACTS_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Poly/Set.h"

namespace loopyc {

// Does any instruction assign it, or an element of it?
bool isWritten(const Kernel &kernel, const std::string &variable);

// The integers that a call has by value.
poly::Names integerValues(const Kernel &kernel);

} // namespace loopyc

#endif
