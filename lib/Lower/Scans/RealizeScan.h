// Scans of one nest, over the same inames, as steps.
#ifndef LOOPYC_LIB_LOWER_SCANS_REALIZESCAN_H
#define LOOPYC_LIB_LOWER_SCANS_REALIZESCAN_H

#include "Scans/FindScans.h"

namespace loopyc {

// The kernel with steps in the place of the scans, which have one path. What
// work-groups leave of their chunks is a scan again, over work-items alone; or
// they look back.
Kernel realizeTogether(const Kernel &kernel, const std::vector<Scan> &scans);

} // namespace loopyc

#endif
