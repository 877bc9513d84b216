// How far into an array of unknown size a kernel reaches, in its parameters: as
// long as that the array must be, whatever its last bound.
//
//   real :: x(*), y(n, *)
//   do i = 1, n;  y(i, m) = x(2*i)        x: 2n elements, y: n*m
#ifndef LOOPYC_ANALYSIS_REACHEDELEMENTS_H
#define LOOPYC_ANALYSIS_REACHEDELEMENTS_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <string>

namespace loopyc {

// The number of elements from the first one to the last that is touched, in
// the order of Fortran; 0 where nothing is. nullopt where data decide it, for
// then fewer may be touched than there seem to be, or where it is hard to say.
std::optional<Expr> reachedElements(const Kernel &kernel,
                                    const std::string &array);

} // namespace loopyc

#endif
