// Functions that the selector of an associate construct calls. They are called
// once, where the construct begins; what its name stands for would call them
// wherever it is mentioned.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_SELECTORCALLS_H
#define LOOPYC_LIB_FRONTEND_FLANG_SELECTORCALLS_H

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"

namespace loopyc {
namespace frontend {

// The first that is no intrinsic; null: there is none.
inline const Fortran::semantics::Symbol *
calledBySelector(const Fortran::semantics::SomeExpr &selector) {
  for (const Fortran::semantics::Symbol &symbol :
       Fortran::evaluate::CollectSymbols(selector))
    if (Fortran::semantics::IsProcedure(symbol.GetUltimate()))
      return &symbol.GetUltimate();
  return nullptr;
}

} // namespace frontend
} // namespace loopyc

#endif
