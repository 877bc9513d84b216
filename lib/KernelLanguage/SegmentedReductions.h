// Reductions within segments, an operation of two values: of what is reduced,
// and of flags that are set where a segment begins.
//
//   y[i], f[i] = reduce(segmented(sum), j, a[j], first[j])
//     (a, f), (b, g)  ->  (b if g else a + b, f | g)
//
// The operation is associative, and so a scan if it is over one term more in
// each iteration, but not commutative.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_SEGMENTEDREDUCTIONS_H
#define LOOPYC_LIB_KERNELLANGUAGE_SEGMENTEDREDUCTIONS_H

#include "loopyc/KernelLanguage/MakeKernel.h"

namespace loopyc {
namespace language {

// "segmented(sum)"; as a name, it is none of a script's.
std::string segmentedOperation(const std::string &within);

// Null unless it is segmented(sum) or segmented(product).
const ReductionOperation *builtInOperation(const std::string &name);

} // namespace language
} // namespace loopyc

#endif
