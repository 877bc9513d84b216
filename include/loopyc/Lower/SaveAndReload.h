// Values of work-items and work-groups that outlive a launch.
#ifndef LOOPYC_LOWER_SAVEANDRELOAD_H
#define LOOPYC_LOWER_SAVEANDRELOAD_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

// Each private or local temporary (and each that has one place for the values of
// many work-items) whose values go past a global barrier gets a slot in global
// memory, one element for each position on the hardware axes: saved behind the
// instructions that write it, reloaded ahead of those that read it in a later
// launch. `remarks` names them. Throws UserError where a value does not stay
// with its work-item.
Kernel saveAndReloadTemporaries(const Kernel &kernel,
                                std::vector<std::string> &remarks);

} // namespace loopyc

#endif
