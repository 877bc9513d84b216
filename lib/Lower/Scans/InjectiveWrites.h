// Writes by the value of a scan: out(n) = x(i), where n counts.
#ifndef LOOPYC_LIB_LOWER_SCANS_INJECTIVEWRITES_H
#define LOOPYC_LIB_LOWER_SCANS_INJECTIVEWRITES_H

#include "Scans/FindScans.h"

namespace loopyc {

// The variables that are written by subscripts which the scan makes another
// value for each instance: n = n + 1 comes between any two of them.
//   n = n + c1, n + c2, ...  with c > 0 (or all of them < 0)
std::vector<size_t> injectiveWrites(const Kernel &kernel, const Scan &scan);

// Instances of these need no order between them.
Kernel assertInjective(const Kernel &kernel, const Scan &scan);

} // namespace loopyc

#endif
