// What a stub has for `!$loopy public: gam`: a function of the module that
// points to the variable, for stubs of other modules.
#ifndef LOOPYC_CODEGEN_ACCESSORS_H
#define LOOPYC_CODEGEN_ACCESSORS_H

#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Source/Language.h"

#include <string>
#include <vector>

namespace loopyc {

// The lines of a stub, in free form, with these functions: as many, of which
// some hold several. With `markedAs`, compilers name lines of that file for
// what they find in the stub; "" without.
source::Lines
withAccessors(source::Lines stubLines,
              const std::vector<fortran::PublicVariable> &variables,
              const std::string &markedAs);

} // namespace loopyc

#endif
