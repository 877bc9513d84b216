// The names of a kernel: all at once, for whoever needs many fresh ones
// (Support/FreshNames.h), and their types.
#ifndef LOOPYC_IR_NAMES_H
#define LOOPYC_IR_NAMES_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>

namespace loopyc {

// Inames, parameters, variables, rules and their parameters, fixed parameters.
std::set<std::string> takenNames(const Kernel &kernel);

// The integer expression, its names (inames aside) with the types that the
// kernel's variables have.
Expr typedNames(const Kernel &kernel, const Expr &e);

} // namespace loopyc

#endif
