// Values of the integer scalars for each run: awkward (primes, so that no
// tile divides), even (so that some do), small.
#ifndef LOOPYC_LIB_CHECK_SIZES_H
#define LOOPYC_LIB_CHECK_SIZES_H

#include "Bounds.h"
#include "Thresholds.h"

#include <vector>

namespace loopyc {
namespace check {

// Of each run one choice or, where the oracle may fail at it, several; by the
// kernel's names. Throws UserError where what was fixed or given violates an
// assumption, or lets an access leave its array.
std::vector<std::vector<Values>>
chooseSizes(const Kernel &kernel, const KernelObjects &objects, Bounds &bounds,
            const Thresholds &thresholds, int runs);

} // namespace check
} // namespace loopyc

#endif
