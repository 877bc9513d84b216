// Types that follow from others: of what is assigned, and of the operations in
// between. Works on any kernel with open types (IR/OpenTypes.h), whatever
// transformations made of it since.
#ifndef LOOPYC_KERNELLANGUAGE_TYPES_H
#define LOOPYC_KERNELLANGUAGE_TYPES_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {
namespace language {

// The kernel where variables have the given types, and all that follow from
// these. Throws UserError for a name that is no variable, or one that has
// another type.
Kernel withTypes(const Kernel &kernel,
                 const std::map<std::string, Type> &given);

// The kernel where those of these variables have open types again that have
// theirs from literals alone (`a[i] = 0`) and are read by nobody: another type
// may be given to them.
Kernel withoutLiteralTypes(const Kernel &kernel,
                           const std::set<std::string> &names);

} // namespace language
} // namespace loopyc

#endif
