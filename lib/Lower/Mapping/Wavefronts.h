// Loops that all carry something, in diagonals whose iterations share nothing:
//
//   do j; do i: u(i, j) = f(u(i-1, j), u(i, j-1))
//
//   for t = i + j, one after the other: all j side by side
//
// (the hyperplane method: Lamport, The Parallel Execution of DO Loops, 1974).
#ifndef LOOPYC_LIB_LOWER_MAPPING_WAVEFRONTS_H
#define LOOPYC_LIB_LOWER_MAPPING_WAVEFRONTS_H

#include "Mapping/LoopFacts.h"

#include <string>

namespace loopyc {

// What a script says to run them, for the loop or loops right inside of it:
//   "run the wavefronts t = i + j one after the other:
//    affine_map_inames(knl, "i", "t", "t = i + j"); ..."
// "" if dependences, or what lowering asks for, leave none.
std::string wavefrontsOf(const LoopNest &loop, LoopFacts &facts);

} // namespace loopyc

#endif
