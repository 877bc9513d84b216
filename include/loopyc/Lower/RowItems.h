// How long the rows are along which work-groups of any shape may stand.
#ifndef LOOPYC_LOWER_ROWITEMS_H
#define LOOPYC_LOWER_ROWITEMS_H

#include "loopyc/Lower/Placement.h"

namespace loopyc {

// Positions along g.0 and l.0 together, at least one, where the kernel asks for
// groups that fit (set_options(fit_groups=True)) and may have them, as far as
// placement says: work-items on l.0 alone, rows on g.1, no local memory. Else
// null.
Expr rowItems(const Kernel &kernel, const Placement &placement);

} // namespace loopyc

#endif
