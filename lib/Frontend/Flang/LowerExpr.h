// Flang's typed expressions to the IR's. Flang has made conversions explicit
// and folded constants; array subscripts become zero-based here. Of an array
// expression comes what it is at one position (ArrayOperand).
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWEREXPR_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWEREXPR_H

#include "ConstantTables.h"
#include "IndexArithmetic.h"
#include "PathPart.h"
#include "Program.h"
#include "loopyc/IR/Array.h"
#include "loopyc/IR/Expr.h"

#include "flang/Evaluate/call.h"
#include "flang/Evaluate/expression.h"
#include "flang/Evaluate/variable.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/type.h"

#include <functional>
#include <string>

namespace loopyc {
namespace frontend {

// Thrown for a construct without a counterpart in the IR; whoever knows the
// place turns it into a UserError.
struct Unsupported {
  std::string construct;
};

// The symbols of the procedure being lowered.
class Symbols {
public:
  virtual ~Symbols() = default;
  // Throws Unsupported for what is no variable of a supported kind.
  virtual const Variable &
  variable(const Fortran::semantics::Symbol &symbol) = 0;
  // The same for a component: "s%q".
  virtual const Variable &
  component(const Fortran::evaluate::Component &component) = 0;
  // Where that variable has the components of all elements of arrays
  // (HostValue::isGathered), the component and what it is part of; else none.
  virtual std::vector<PathPart> gathered(const Fortran::evaluate::Component &) {
    return {};
  }
  // A variable with the bounds of an array of a derived type.
  virtual const Variable &bounds(const Fortran::evaluate::NamedEntity &) {
    throw Unsupported{"derived type"};
  }
  // The expression that a symbol of DeepExpressions stands for; null for
  // another.
  virtual const Fortran::semantics::SomeExpr *
  meaning(const Fortran::semantics::Symbol &symbol) const = 0;
  // A table with the values of a named constant; made when it is first asked
  // for. Throws Unsupported where there is no place for one.
  virtual const Variable &
  table(const Fortran::semantics::Symbol &constant,
        const std::function<ConstantArray()> &) {
    throw Unsupported{"constant array '" + spelling(constant) +
                      "' indexed by a variable here"};
  }
  // Is the dummy argument, an optional one, present? Throws Unsupported where
  // that is not known before the program runs.
  virtual Expr present(const Fortran::semantics::Symbol &) {
    throw Unsupported{"intrinsic 'present'"};
  }
  // Is the allocatable allocated, the pointer associated? Throws Unsupported
  // where that may change in what is lowered, or is not asked once before it.
  virtual Expr status(const Fortran::evaluate::NamedEntity &,
                      const std::string &intrinsic) {
    throw Unsupported{"intrinsic '" + intrinsic + "'"};
  }
  // A reference to a function that is no intrinsic, called `name`: a scalar one
  // or, if there is a place for arrays, any.
  // Throws Unsupported where there is no place for one.
  virtual Expr reference(const Fortran::evaluate::ProcedureRef &,
                         const std::string &name, Type) {
    throw Unsupported{"call of function '" + name + "'"};
  }
  // Is there a place for operands that are arrays, or made of such?
  virtual bool hasArrays() const { return false; }
  // What stands for the operand; asked only if there is a place for one.
  virtual Expr array(ArrayOperand operand) {
    throw Unsupported{"array operand " + operand.value};
  }
  // The symbol's name as declared.
  virtual std::string
  spelling(const Fortran::semantics::Symbol &symbol) const = 0;
};

Expr lowerExpr(const Fortran::semantics::SomeExpr &expr, Symbols &symbols);

// The subscript of a dimension as a whole.
inline Subscript everything() {
  Subscript result;
  result.kind = Subscript::Kind::Section;
  result.stride = Expr::integer(1);
  return result;
}

// A subscript or bound: Flang computes these in 64 bits; the result has the
// type of the expression that the user wrote. A subscript of `subscripted`:
// that has elements then, which lbound and ubound need not ask.
Expr lowerIndex(const Fortran::semantics::SubscriptIntExpr &expr,
                Symbols &symbols,
                const Fortran::evaluate::NamedEntity *subscripted = nullptr);

} // namespace frontend
} // namespace loopyc

#endif
