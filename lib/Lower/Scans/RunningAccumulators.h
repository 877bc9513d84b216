// Elements that stay the same in a loop and change in it, in a scalar.
//
//   for j: for i: s[j] = s[j] + x[i, j]; y[i, j] = s[j]
//     ->  for j: t = s[j]
//                for i: t = t + x[i, j]; y[i, j] = t
//                s[j] = t
#ifndef LOOPYC_LIB_LOWER_SCANS_RUNNINGACCUMULATORS_H
#define LOOPYC_LIB_LOWER_SCANS_RUNNINGACCUMULATORS_H

#include "loopyc/IR/Kernel.h"

#include <optional>

namespace loopyc {

// Null where the instruction, in its innermost parallel loop, assigns none, or
// where something else in that loop touches another element of the array, or
// nothing but updates touches this one. The instructions keep their ids.
std::optional<Kernel> withRunningAccumulator(const Kernel &kernel,
                                             const std::string &instruction);

} // namespace loopyc

#endif
