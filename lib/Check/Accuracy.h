// What set_options(fast_math=...) allows of differences.
#ifndef LOOPYC_LIB_CHECK_ACCURACY_H
#define LOOPYC_LIB_CHECK_ACCURACY_H

#include "Objects.h"
#include "loopyc/IR/FastMath.h"

#include <string>

namespace loopyc {
namespace check {

// By how much more results may differ than those of operations that are
// rounded correctly: devices' own functions and quotients, and products of
// reciprocals, are off by up to two units in the last place, not by a half.
double toleranceFactor(const FastMath &fast);

// Widens what rounding is known to make of the objects; numbers that may count
// as zero are no differences.
void allowFastMath(KernelObjects &objects, const FastMath &fast);

// What of that a user should know; "" where nothing is different.
std::string accuracyNote(const FastMath &fast);

} // namespace check
} // namespace loopyc

#endif
