// Arrays that a call may have in common, where one of them is packed, or the
// stub gathers one (Gathering.h): the runtime then sees copies, which never
// overlap. So are values of scalars that a pointer points at, or that are
// targets: what the kernel writes may be they.
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_OVERLAPS_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_OVERLAPS_H

#include "FortranHost/Offload.h"

#include <vector>

namespace loopyc {
namespace codegen {

// Names the arrays to the runtime as they are, if one is a copy; it ends the
// program where two overlap of which one is written, but for those that may be
// the same (SameArrays.h). Nothing where no array may be a copy, or where none
// beside another is written.
void writeOverlapChecks(const Kernel &kernel,
                        const std::vector<OffloadArgument> &arguments,
                        FortranText &out);

// Throws UserError where that cannot be asked of a scalar's value.
void requireComparable(const std::vector<OffloadArgument> &arguments);

} // namespace codegen
} // namespace loopyc

#endif
