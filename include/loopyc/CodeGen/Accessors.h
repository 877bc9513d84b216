// What a stub has for `!$loopy public: gam`: a function of the module that
// points to the variable, for stubs of other modules.
#ifndef LOOPYC_CODEGEN_ACCESSORS_H
#define LOOPYC_CODEGEN_ACCESSORS_H

#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Source/Language.h"

#include <string>
#include <vector>

namespace loopyc {

// The lines of a stub of the file, in free form, with these functions: as many.
// One that holds several has markers inside (LinePlaces.h).
source::Lines
withAccessors(source::Lines stubLines,
              const std::vector<fortran::PublicVariable> &variables,
              const std::string &file);

} // namespace loopyc

#endif
