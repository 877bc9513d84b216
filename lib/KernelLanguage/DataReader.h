// What a file says of a kernel's data, a declaration on each line:
//
//   a: float32                            a type; what it is, is found
//   x, y: float64[n]                      arrays in global memory
//   temporary t: float32[16] {space=local}
//   temporary w: float64 = [0.25, 0.5, 0.25]
//   global u: auto[n, m] {order=F}        its type is found
//   ...                                   variables that are not listed
#ifndef LOOPYC_LIB_KERNELLANGUAGE_DATAREADER_H
#define LOOPYC_LIB_KERNELLANGUAGE_DATAREADER_H

#include "Text.h"

namespace loopyc {
namespace language {

// Appends to `source.data`; `source.findsOthers` is whether "..." stands there.
void readDataSection(const Text &text, KernelSource &source);

} // namespace language
} // namespace loopyc

#endif
