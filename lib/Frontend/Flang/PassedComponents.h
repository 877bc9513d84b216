// What a procedure takes of variables of derived types, if it is called in a
// kernel: an argument for each component that its statements mention.
//
//   subroutine advance(s, dt)        dummies dt, s_h, s_grid_dx
//     s%h(i) = s%h(i) + dt/s%grid%dx
//   call advance(now(t), dt)         arguments dt, now(t)%h, now(t)%grid%dx
//
// So are given components of variables of its host, or of a module, and those
// of its result.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_PASSEDCOMPONENTS_H
#define LOOPYC_LIB_FRONTEND_FLANG_PASSEDCOMPONENTS_H

#include "flang/Evaluate/type.h"
#include "flang/Semantics/symbol.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

struct PassedComponent {
  // A dummy argument, the result, or a variable that it has not declared.
  const Fortran::semantics::Symbol *base;
  // Of each of them the next is a component.
  std::vector<const Fortran::semantics::Symbol *> components;
  std::string dummy; // what stands for it there
};

struct PassedComponents {
  std::vector<PassedComponent> components; // those of the result come last
  size_t results = 0;
  // Dummies of a class whose bound procedures are called: which these are is
  // known where the actual argument has just the declared type.
  std::set<const Fortran::semantics::Symbol *> exactTypes;
};

// Of all procedures of a program, by their numbers there.
class CalledInterfaces {
public:
  virtual ~CalledInterfaces() = default;
  // Nothing, as long as the procedure is being lowered: it calls itself.
  virtual const PassedComponents &of(size_t procedure) = 0;
};

// Is it a variable of a derived type that is known?
inline bool hasComponents(const Fortran::semantics::Symbol &symbol) {
  auto type = Fortran::evaluate::DynamicType::From(symbol);
  return type &&
         type->category() == Fortran::common::TypeCategory::Derived &&
         !type->IsUnlimitedPolymorphic();
}

} // namespace frontend
} // namespace loopyc

#endif
