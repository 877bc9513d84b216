// A page of memory that is touched for the first time costs thousands of
// cycles, and most of a short translation's memory is touched but once.
#ifndef LOOPYC_TOOLS_LOOPYC_MEMORY_H
#define LOOPYC_TOOLS_LOOPYC_MEMORY_H

namespace loopyc {

// Before threads start; where the system cannot, nothing changes.
void takeMemoryInLargePieces();

} // namespace loopyc

#endif
