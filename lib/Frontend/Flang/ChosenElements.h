// Which elements of a variable a designator names, also through the names that
// associate constructs give to parts of arrays:
//   associate (col => a(:, j))    col(i) is a(lbound(a, 1) + i - 1, j)
#ifndef LOOPYC_LIB_FRONTEND_FLANG_CHOSENELEMENTS_H
#define LOOPYC_LIB_FRONTEND_FLANG_CHOSENELEMENTS_H

#include "LowerExpr.h"

#include <vector>

namespace loopyc {
namespace frontend {

struct ChosenElements {
  const Variable *variable;
  std::vector<Subscript> subscripts; // one for each axis

  int rank() const;
  // How many there are along a dimension that the subscripts leave.
  Expr extent(int dimension) const;
};

// Of the array, where it is given (see lowerIndex).
Subscript
lowerSubscript(const Fortran::evaluate::Subscript &given, Symbols &symbols,
               const Fortran::evaluate::NamedEntity *array = nullptr);

// Of the variable that has the component of all elements of arrays
// (Symbols::gathered): the subscripts of the last part come first.
std::vector<Subscript> gatheredSubscripts(const std::vector<PathPart> &parts,
                                          Symbols &symbols);

// Throws Unsupported where subscripts of a part cannot be made ones of the
// variable.
ChosenElements chosenElements(const Fortran::evaluate::DataRef &designator,
                              Symbols &symbols);

// The part of an array that is the meaning of a name; null for one of another
// kind.
const Fortran::semantics::SomeExpr *
partNamed(const Fortran::semantics::Symbol &name, const Symbols &symbols);

// A name of an associate construct for a part of an array, not a variable as a
// whole.
bool isNameOfPart(const Fortran::semantics::Symbol &name);

} // namespace frontend
} // namespace loopyc

#endif
