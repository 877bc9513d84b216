// A region's array statement that would allocate a local array: the kernel has
// what is allocated where it begins.
//
//   real, allocatable :: w(:)
//   w = 2*a                     allocates w, which no statement did before
#ifndef LOOPYC_LIB_FRONTEND_ALLOCATIONS_H
#define LOOPYC_LIB_FRONTEND_ALLOCATIONS_H

#include "Program.h"

namespace loopyc {
namespace frontend {

// Such a statement has an obstacle, where nothing else in the region's host may
// have allocated the array.
Program checkAllocations(Program program);

} // namespace frontend
} // namespace loopyc

#endif
