// Data layout: how array axes become addresses.
#ifndef LOOPYC_TRANSFORM_ARRAYS_H
#define LOOPYC_TRANSFORM_ARRAYS_H

#include "loopyc/Transform/Common.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loopyc {

// Names for the axes of the arrays, one for each axis ("" leaves one unnamed).
// Later transformations make names of inames from them.
Kernel setArrayAxisNames(const Kernel &kernel,
                         const std::vector<std::string> &arrays,
                         const std::vector<std::string> &axisNames);

// One tag for each axis: N0, N1, ... (nesting level, N0 varies fastest), vec,
// sep, stride:EXPR, and c or f for the axes whose levels follow C's or
// Fortran's order. A single c or f stands for all axes.
Kernel tagArrayAxes(const Kernel &kernel,
                    const std::vector<std::string> &arrays,
                    const std::vector<std::string> &tags);
// By axis name or zero-based index; other axes keep theirs.
Kernel tagArrayAxes(const Kernel &kernel,
                    const std::vector<std::string> &arrays,
                    const std::map<std::string, std::string> &tags);
// "N0,N1,vec" -> the list (commas inside parentheses do not separate).
std::vector<std::string> splitAxisTags(const std::string &text);

//   a[.., i, ..]  ->  a[.., i // count, i % count, ..]   order "C"
//                     a[.., i % count, i // count, ..]   order "F"
// The inner axis takes the old axis' nesting level, the outer one the next.
// With `autoSplitInames` an iname that is the whole subscript is split, too.
Kernel splitArrayAxis(const Kernel &kernel, const std::string &array,
                      const std::string &axis, int64_t count,
                      const std::string &order = "C",
                      bool autoSplitInames = true);

// "private", "local", "global", "constant", "auto".
Kernel setTemporaryAddressSpace(const Kernel &kernel,
                                const std::vector<std::string> &temporaries,
                                const std::string &space);

} // namespace loopyc

#endif
