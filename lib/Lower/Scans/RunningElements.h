// Recurrences along an array, with the value that is passed on in a scalar.
//
//   for i: y[i + 1] = y[i] + x[i]
//     ->  s = y[0]
//         for i: s = s + x[i]; y[i + 1] = s
#ifndef LOOPYC_LIB_LOWER_SCANS_RUNNINGELEMENTS_H
#define LOOPYC_LIB_LOWER_SCANS_RUNNINGELEMENTS_H

#include "loopyc/IR/Kernel.h"

#include <optional>

namespace loopyc {

// Null where the instruction, in its innermost parallel loop, is none: each
// iteration must read the element that the one before wrote. The update keeps
// the instruction's id.
std::optional<Kernel> withRunningElement(const Kernel &kernel,
                                         const std::string &instruction);

} // namespace loopyc

#endif
