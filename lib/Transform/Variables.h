// Arguments and temporaries under other names, throughout a kernel.
#ifndef LOOPYC_LIB_TRANSFORM_VARIABLES_H
#define LOOPYC_LIB_TRANSFORM_VARIABLES_H

#include "loopyc/IR/Names.h"
#include "loopyc/Transform/Common.h"

#include <functional>
#include <map>
#include <string>

namespace loopyc {

// Every expression of the kernel: instructions, rules, shapes; reference times
// too.
void mapAllExprs(Kernel &kernel, const std::function<Expr(const Expr &)> &fn);

// Expressions in the variable's extents, strides and declared layout.
VariablePtr mapVariableExprs(const VariablePtr &var,
                             const std::function<Expr(const Expr &)> &fn);

// Renames variables (old -> new) in every expression, domain and assumption.
// Names of a rule's parameters are the rule's own.
void renameVariables(Kernel &kernel,
                     const std::map<std::string, std::string> &names);


} // namespace loopyc

#endif
