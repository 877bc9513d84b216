// Reference times in which each loop that a split made has a component.
//
//   [0, i_inner + 256*i_outer, 1]  ->  [0, i_outer, 0, i_inner, 1]
//
// The order stays what it is, but which loop is around which can be read off.
#ifndef LOOPYC_LIB_LOWER_SCANS_SEPARATELOOPS_H
#define LOOPYC_LIB_LOWER_SCANS_SEPARATELOOPS_H

#include "loopyc/IR/Kernel.h"

namespace loopyc {

// Where parallel inames are among those of a component, and the values of the
// component are certainly in the order of those of its inames, one after the
// other. Other components stay as they are.
Kernel separateLoops(const Kernel &kernel);

} // namespace loopyc

#endif
