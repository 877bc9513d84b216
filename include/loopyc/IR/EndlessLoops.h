// Loops that only a condition ends (Fortran's `do while`, `do` without a loop
// variable): an iname whose range nothing runs through, all of whose
// instructions have a guard that they change.
//
//   { [iteration] : 0 <= iteration < 2^62 }
//     if (going) x = x/2
//     if (going) going = x > 1
#ifndef LOOPYC_IR_ENDLESSLOOPS_H
#define LOOPYC_IR_ENDLESSLOOPS_H

#include <cstdint>

namespace loopyc {

constexpr int64_t endlessIterations = int64_t{1} << 62;

} // namespace loopyc

#endif
