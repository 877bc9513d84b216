// How much of its arrays a kernel touches, for the profile of a program: boxes
// around the elements, in the kernel's parameters.
//
//   do i = 1, n;  y(i, k) = y(i, k) + x(i)    y: n x 1 elements of n x m
#ifndef LOOPYC_ANALYSIS_TOUCHEDBOXES_H
#define LOOPYC_ANALYSIS_TOUCHEDBOXES_H

#include "loopyc/IR/Kernel.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// Numbers of elements along each axis.
using TouchedBox = std::vector<Expr>;

// nullopt where data decide what is touched, where that is hard to say, or
// where nothing is: all of the array, then, at most.
std::optional<TouchedBox> touchedBox(const Kernel &kernel,
                                     const std::string &array, bool written);

} // namespace loopyc

#endif
