// Arguments for which a call may pass one array although the kernel writes it
// by one of the two names. The other name is only read: the runtime gives it a
// copy of the values from before the launch. So what counts is that the source
// itself reads no value by one name that it has written by the other.
//
//   do i: a(i) = a(i) + b(i)      call add(x, x)
#ifndef LOOPYC_ANALYSIS_SAMEARRAYS_H
#define LOOPYC_ANALYSIS_SAMEARRAYS_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

// Those of a kernel as its source has it: pairs of arrays of real or complex
// numbers, of equal types and ranks, for which no dependence goes from a write
// of the one to a read of the other, if both have equal extents.
std::vector<SameArrays> findSameArrays(const Kernel &kernel);

void renameInSameArrays(Kernel &kernel, const std::string &from,
                        const std::string &to);

// The same of each two of these arrays, as the user says. `remarks` gets what
// is assumed. Throws UserError where the kernel writes both of two.
Kernel assumeNoAlias(const Kernel &kernel,
                     const std::vector<std::string> &variables,
                     std::vector<std::string> &remarks);

} // namespace loopyc

#endif
