// Components of variables that a module keeps to itself, as arguments of its
// procedures where these are called: `!$loopy public`
// (Source/Fortran/PublicVariables.h).
#ifndef LOOPYC_LIB_FRONTEND_FLANG_REACHEDCOMPONENTS_H
#define LOOPYC_LIB_FRONTEND_FLANG_REACHEDCOMPONENTS_H

#include "Variables.h"

#include <string>

namespace loopyc {
namespace frontend {

// `asElement`: of an elemental function that is referred to with arrays. Throws
// Unsupported, UserError.
void setReached(Argument &argument, const PassedComponent &passed,
                const std::string &callee, bool asElement,
                Variables &variables);

} // namespace frontend
} // namespace loopyc

#endif
