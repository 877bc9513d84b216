// Names of associate constructs for the parts of complex arrays:
//   associate (re => z%re)    re(i) is the real part of z(i)
#ifndef LOOPYC_LIB_FRONTEND_FLANG_COMPLEXPARTS_H
#define LOOPYC_LIB_FRONTEND_FLANG_COMPLEXPARTS_H

#include "ChosenElements.h"

#include <optional>

namespace loopyc {
namespace frontend {

// The variable or component that an expression stands for; of a part of a
// complex one, that as a whole.
std::optional<Fortran::evaluate::DataRef>
dataBehind(const Fortran::semantics::SomeExpr &designator);

// Where the designator's first name is one of a part of a complex array, maybe
// by way of other names: which part.
std::optional<Fortran::evaluate::ComplexPart::Part>
complexPartBehind(const Fortran::evaluate::DataRef &designator);

// The elements of the complex variable, or of any other.
ChosenElements elementsBehind(const Fortran::evaluate::DataRef &designator,
                              Symbols &symbols);

} // namespace frontend
} // namespace loopyc

#endif
