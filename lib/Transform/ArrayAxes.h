// Arrays and their axes as a script names them.
#ifndef LOOPYC_LIB_TRANSFORM_ARRAYAXES_H
#define LOOPYC_LIB_TRANSFORM_ARRAYAXES_H

#include "loopyc/Transform/Common.h"

#include <string>

namespace loopyc {

// UserError for scalars.
VariablePtr resolveArray(const Kernel &kernel, const std::string &name,
                         const char *transformation);
// By name or by zero-based index.
size_t resolveAxis(const Variable &var, const std::string &axis,
                   const char *transformation);

} // namespace loopyc

#endif
