// What statements may assign.
#ifndef LOOPYC_LIB_FRONTEND_ASSIGNEDNAMES_H
#define LOOPYC_LIB_FRONTEND_ASSIGNEDNAMES_H

#include "Program.h"

#include <set>
#include <string>

namespace loopyc {
namespace frontend {

// Names of variables, loop variables and those that calls are given among them.
std::set<std::string> assignedNames(const Block &block);

// Variables and arrays that the expression reads.
std::set<std::string> namesIn(const Expr &e);

} // namespace frontend
} // namespace loopyc

#endif
