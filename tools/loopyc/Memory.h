// A page of memory that is touched for the first time costs thousands of
// cycles; a short translation touched 1400, a fifth of its time.
#ifndef LOOPYC_TOOLS_LOOPYC_MEMORY_H
#define LOOPYC_TOOLS_LOOPYC_MEMORY_H

namespace loopyc {

// Before threads start; where the system cannot, nothing changes.
void takeMemoryInLargePieces();

} // namespace loopyc

#endif
