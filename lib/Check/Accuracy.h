// What a script allows of differences: set_options(fast_math=...), and
// use_matrix_units(precision=...).
#ifndef LOOPYC_LIB_CHECK_ACCURACY_H
#define LOOPYC_LIB_CHECK_ACCURACY_H

#include "Objects.h"
#include "loopyc/CodeGen/Target.h"
#include "loopyc/IR/FastMath.h"
#include "loopyc/IR/MatrixUnits.h"

#include <string>
#include <vector>

namespace loopyc {
namespace check {

struct Accuracy {
  FastMath fast;
  // To what matrix units round factors, if one of the targets has any.
  MatrixPrecision factors = MatrixPrecision::Full;
};
Accuracy accuracyOf(const Kernel &kernel,
                    const std::vector<const Target *> &targets);

// By how much more than by `usual`, relatively, results may differ: devices'
// own functions and quotients, and products of reciprocals, are off by up to
// two units in the last place, not by a half; factors by one in 11 bits.
double tolerance(double usual, const Accuracy &accuracy);

// Widens what rounding is known to make of the objects; numbers that may count
// as zero are no differences.
void allowInaccuracy(KernelObjects &objects, const Accuracy &accuracy);

// What of that a user should know; "" where nothing is different.
std::string accuracyNote(const Accuracy &accuracy);

} // namespace check
} // namespace loopyc

#endif
