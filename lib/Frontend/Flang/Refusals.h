// Which variables no kernel can have.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_REFUSALS_H
#define LOOPYC_LIB_FRONTEND_FLANG_REFUSALS_H

#include "LowerExpr.h"

#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

#include <string>

namespace loopyc {
namespace frontend {

inline bool isEquivalenced(const Fortran::semantics::Symbol &symbol) {
  for (const Fortran::semantics::EquivalenceSet &set :
       symbol.owner().equivalenceSets())
    for (const Fortran::semantics::EquivalenceObject &object : set)
      if (&object.symbol == &symbol)
        return true;
  return false;
}

// A variable of what the internal procedure stands in?
inline bool isOfHost(const Fortran::semantics::Symbol &symbol,
                     const Fortran::semantics::Scope &internal) {
  using Kind = Fortran::semantics::Scope::Kind;
  const Fortran::semantics::Scope &owner = symbol.owner();
  return (owner.kind() == Kind::Subprogram ||
          owner.kind() == Kind::MainProgram) &&
         &owner != &internal && owner.Contains(internal);
}

// Throws Unsupported; `name`: in quotes.
inline void refuseAnywhere(const Fortran::semantics::Symbol &symbol,
                           const std::string &name) {
  using Fortran::semantics::Attr;
  if (!symbol.has<Fortran::semantics::AssocEntityDetails>() &&
      !symbol.has<Fortran::semantics::ObjectEntityDetails>() &&
      !symbol.has<Fortran::semantics::EntityDetails>())
    throw Unsupported{"procedure " + name + " as a value"};
  if (symbol.attrs().test(Attr::VOLATILE))
    throw Unsupported{"volatile variable " + name};
  if (isEquivalenced(symbol))
    throw Unsupported{"variable " + name + " in an equivalence statement"};
  if (symbol.test(Fortran::semantics::Symbol::Flag::CrayPointee))
    throw Unsupported{"Cray pointee " + name};
}

// A variable of a block, or the loop variable of a do concurrent.
inline bool isOfConstruct(const Fortran::semantics::Symbol &symbol) {
  using Kind = Fortran::semantics::Scope::Kind;
  Kind owner = symbol.owner().kind();
  return owner == Kind::BlockConstruct || owner == Kind::Forall ||
         owner == Kind::OtherConstruct;
}

// A region's stub can pass these on; a subroutine has no argument for them.
// `subroutine`: its scope.
inline void
refuseInSubroutine(const Fortran::semantics::Symbol &symbol,
                   const std::string &name,
                   const Fortran::semantics::Scope &subroutine) {
  using Fortran::semantics::Attr;
  if (symbol.has<Fortran::semantics::AssocEntityDetails>())
    throw Unsupported{"name " + name + " of an associate construct"};
  if (symbol.attrs().test(Attr::POINTER) && !symbol.owner().IsModule())
    throw Unsupported{"pointer " + name};
  if (Fortran::semantics::FindCommonBlockContaining(symbol))
    throw Unsupported{"variable " + name + " in a common block"};
  if (symbol.owner().IsModule())
    return;
  using Kind = Fortran::semantics::Scope::Kind;
  if (isOfHost(symbol, subroutine))
    return; // where it is inlined, as that has it
  if (&symbol.owner() != &subroutine &&
      !(isOfConstruct(symbol) && subroutine.Contains(symbol.owner())))
    throw Unsupported{"variable of a construct " + name};
  if (symbol.attrs().test(Attr::ALLOCATABLE))
    throw Unsupported{"allocatable " + name};
  // Variables of the main program live as long as its statements.
  if (Fortran::semantics::IsSaved(symbol) &&
      subroutine.kind() != Kind::MainProgram)
    throw Unsupported{"local variable " + name +
                      " that keeps its value between calls (save or "
                      "initialisation)"};
}

inline bool needsRegion(const Fortran::semantics::Symbol &symbol,
                        const Fortran::semantics::Scope &subroutine) {
  if (symbol.attrs().test(Fortran::semantics::Attr::POINTER))
    return true;
  try {
    refuseInSubroutine(symbol, "", subroutine);
    return false;
  } catch (const Unsupported &) {
    return true;
  }
}

} // namespace frontend
} // namespace loopyc

#endif
