// The Fortran side of the oracle: a subroutine that C calls, around a call of
// the original subroutine, or around the statements of a region.
#ifndef LOOPYC_LIB_CHECK_FORTRAN_ORACLEWRAPPER_H
#define LOOPYC_LIB_CHECK_FORTRAN_ORACLEWRAPPER_H

#include "Objects.h"

#include <string>
#include <vector>

namespace loopyc {
namespace check {

// Where it stands.
enum class WrapperPlace {
  Beside, // in a file of its own
  Inside, // in the module of what it calls, where all is seen
};

// How a region's statements get components of derived types.
enum class ComponentForm {
  OfModules, // of variables of modules, which what they call has, too; else
  Named,     // as variables, whose names stand in their place
  Whole      // in variables of their types, as the statements have them
};

struct WrapperForm {
  WrapperPlace place = WrapperPlace::Beside;
  ComponentForm components = ComponentForm::Named;
};

// What follows is this line of what messages call the file (Oracle.h).
std::string lineOf(const char *file, int line);

// bind(C, name=NAME), with the call's objects as arguments, by reference.
// For a region: `lines` of the whole source in free form, and a declaration of
// what they call besides, or "".
std::string wrapperText(const OriginCall &call, const KernelObjects &objects,
                        const std::string &name,
                        const std::vector<std::string> &lines,
                        const std::string &declaration,
                        const WrapperForm &form);

} // namespace check
} // namespace loopyc

#endif
