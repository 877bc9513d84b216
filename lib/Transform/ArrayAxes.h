// Arrays and their axes as a script names them.
#ifndef LOOPYC_LIB_TRANSFORM_ARRAYAXES_H
#define LOOPYC_LIB_TRANSFORM_ARRAYAXES_H

#include "loopyc/Transform/Common.h"

#include <string>
#include <vector>

namespace loopyc {

// UserError for scalars.
VariablePtr resolveArray(const Kernel &kernel, const std::string &name,
                         const char *transformation);
// By name or by zero-based index.
size_t resolveAxis(const Variable &var, const std::string &axis,
                   const char *transformation);

// What is said of axes, "N0", "N1?" or names, for as many as the array has:
// where there are more, those that end in `?` are left out, the first of them
// first, until there are as many. The `?`s of the others are gone.
std::vector<std::string> forOwnAxes(const Variable &var,
                                    std::vector<std::string> given);

} // namespace loopyc

#endif
