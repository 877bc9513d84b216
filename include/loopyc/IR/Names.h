// All names of a kernel at once, for whoever needs many fresh ones.
#ifndef LOOPYC_IR_NAMES_H
#define LOOPYC_IR_NAMES_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>

namespace loopyc {

// Inames, parameters, variables, rules and their parameters, fixed parameters.
std::set<std::string> takenNames(const Kernel &kernel);

// `base`, or base_0, base_1, ... : the first that is not taken.
std::string freshName(const std::string &base,
                      const std::set<std::string> &taken);

} // namespace loopyc

#endif
