// An assignment of a derived type as assignments of its components.
//
//   v = w                      v%x = w%x, v%y = w%y
//   v = segment(a, plus(a, b)) v%from%x = a%x, ..., v%to%x = t%x, ...
//
// What is neither a variable nor a structure constructor (a function's result)
// is the value of a temporary, t, which has to be made.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_COMPONENTVALUES_H
#define LOOPYC_LIB_FRONTEND_FLANG_COMPONENTVALUES_H

#include "flang/Evaluate/expression.h"
#include "flang/Evaluate/variable.h"
#include "flang/Semantics/type.h"

#include <functional>
#include <vector>

namespace loopyc {
namespace frontend {

struct ComponentValue {
  Fortran::evaluate::Expr<Fortran::evaluate::SomeType> component, value;
};

using TemporaryFor = std::function<Fortran::evaluate::DataRef(
    const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &)>;

// Throws Unsupported.
std::vector<ComponentValue> componentValues(
    const Fortran::evaluate::DataRef &variable,
    const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &value,
    const TemporaryFor &temporary);

// Those that the type's declaration gives it.
std::vector<ComponentValue>
defaultValues(const Fortran::evaluate::DataRef &variable);

// Null for another type, or one that is known only when the program runs.
const Fortran::semantics::DerivedTypeSpec *
derivedTypeOf(const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &expr);

// ((a)) as a
Fortran::evaluate::Expr<Fortran::evaluate::SomeType> withoutParentheses(
    const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &expr);

} // namespace frontend
} // namespace loopyc

#endif
