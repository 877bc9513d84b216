// Actual arguments that may be one array (loopyc/Analysis/SameArrays.h), as the
// runtime is told of them.
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_SAMEARRAYS_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_SAMEARRAYS_H

#include "FortranHost/Offload.h"

#include <functional>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// Arguments that the kernel writes, of which this one, which it only reads, may
// be the array.
std::vector<const OffloadArgument *>
writtenAs(const Kernel &kernel, const std::vector<OffloadArgument> &all,
          const OffloadArgument &read);

// Are their extents equal, in Fortran? "" where that is plain.
std::string equalExtents(const OffloadArgument &a, const OffloadArgument &b,
                         const std::function<std::string(const Expr &)> &index);

} // namespace codegen
} // namespace loopyc

#endif
