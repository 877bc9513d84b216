// Where the elements of an array lie: each must have an address of its own.
//
// Nesting levels (N0, N1, ...) see to that themselves, padded or not. Strides
// that a script gives are checked, in { (s, t) : s, t elements, s != t } with
//   sum of stride_a * s_a  =  sum of stride_a * t_a,
// which must be empty under the kernel's assumptions: by isl where strides are
// numbers; else there must be an order of the axes in which each steps over all
// elements of the one before.
#ifndef LOOPYC_ANALYSIS_LAYOUT_H
#define LOOPYC_ANALYSIS_LAYOUT_H

#include "loopyc/IR/Kernel.h"

#include <cstdint>

namespace loopyc {

// What a step along an axis may take, in bytes: more than any memory has.
constexpr int64_t mostStrideBytes = int64_t(1) << 40;

// Checks the array's layout in the kernel: nesting levels without gaps, short
// vectors and separate arrays of fitting extents, strides that are positive
// sizes made of numbers and parameters, elements apart, a size in 63 bits.
// Throws UserError that shows two elements of one address where it finds them.
void checkLayout(const Kernel &kernel, const Variable &array);

// The tag of one more axis of the variable, outside of the others.
AxisTag outermostAxis(const Variable &var);

} // namespace loopyc

#endif
