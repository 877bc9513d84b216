// All names of a kernel at once, for whoever needs many fresh ones
// (Support/FreshNames.h).
#ifndef LOOPYC_IR_NAMES_H
#define LOOPYC_IR_NAMES_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>

namespace loopyc {

// Inames, parameters, variables, rules and their parameters, fixed parameters.
std::set<std::string> takenNames(const Kernel &kernel);

} // namespace loopyc

#endif
