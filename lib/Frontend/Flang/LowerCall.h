// Calls in Flang's tree: what is called, and the actual arguments as they
// stand.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERCALL_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERCALL_H

#include "ComponentValues.h"
#include "PassedComponents.h"
#include "ProcedureNumbers.h"
#include "Program.h"
#include "Session.h"
#include "Units.h"
#include "Variables.h"

#include "flang/Evaluate/call.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace frontend {

UserError notSupported(const std::string &construct, const SourceRange &where);

// The calls of one procedure.
class CallLowering {
public:
  CallLowering(const Session &session, const ProcedureNumbers &numbers,
               CalledInterfaces &interfaces, Variables &variables)
      : session(session), numbers(numbers), interfaces(interfaces),
        variables(variables) {}

  // `called`: as the source names it. References in arguments, and arrays that
  // are operands there, go to `facts`.
  CallStatement call(const Fortran::evaluate::ProcedureRef &call,
                     const std::string &called, Facts &facts);

  // An expression with references to functions and array operands, which go to
  // `facts`; the references have obstacles without a place. Throws Unsupported.
  Expr expression(const Fortran::semantics::SomeExpr &expr, Facts &facts);

  // variable = function(...), where the function's result is of a derived
  // type.
  CallStatement
  assignment(const Fortran::evaluate::DataRef &variable,
             const Fortran::evaluate::ProcedureRef &function,
             const std::string &called, Facts &facts);
  // Has the function components of the variable otherwise than by arguments?
  bool mentions(const Fortran::evaluate::ProcedureRef &function,
                const Fortran::semantics::Symbol &variable) const;

  // A variable with the value of an expression of a derived type. Throws
  // Unsupported.
  Fortran::evaluate::DataRef
  temporary(const Fortran::semantics::SomeExpr &expr);
  // The values that its variables have by their types when a block begins, to
  // be assigned before the statement. Throws Unsupported.
  void beginBlock(const Fortran::semantics::Scope &block);
  // The same of a procedure: of its dummies with intent(out), and of variables
  // that it may read before it assigns them.
  void beginProcedure(const Fortran::semantics::Scope &procedure);
  // What assigns such variables, and comes before the statement of which
  // expressions have been lowered; there is none any more.
  Block takeBefore(const Place &place);
  size_t countBefore() const { return before.size(); }
  // Those that were made for what could not be lowered after all.
  void dropBefore(size_t count) { before.resize(count); }
  // Is it, of an expression with such, up to operands whether what they are for
  // is evaluated?
  bool isConditional(const Expr &expr, const Facts &facts) const;

private:
  class References;
  using Temporaries = std::map<const Fortran::evaluate::ActualArgument *,
                               Fortran::evaluate::DataRef>;
  using Symbol = Fortran::semantics::Symbol;
  void putDefaults(const Symbol &symbol);
  Callee callee(const Fortran::evaluate::ProcedureRef &call,
                const std::string &called) const;
  // `object`: whose bound procedure is called; null for none.
  Callee callee(const Fortran::evaluate::ProcedureDesignator &procedure,
                const std::string &called,
                const Fortran::semantics::SomeExpr *object = nullptr) const;
  const Symbol &target(const Symbol &called,
                       const Fortran::semantics::SomeExpr *object) const;
  bool isOf(const Symbol &symbol, const Callee &callee) const;
  bool hasExactTypes(const Fortran::evaluate::ProcedureRef &call,
                     size_t procedure) const;
  const Symbol *dummyAt(const Callee &callee, size_t position) const;
  std::vector<std::string>
  dummies(const Fortran::evaluate::ProcedureDesignator &procedure,
          const Callee &callee) const;
  std::vector<Argument> arguments(const Fortran::evaluate::ProcedureRef &call,
                                  const Callee &callee, bool asElements,
                                  Symbols &symbols,
                                  const Fortran::evaluate::DataRef *result =
                                      nullptr);
  Argument argument(const Fortran::evaluate::ActualArgument &actual,
                    bool asElement, Symbols &symbols);
  // `asElement`: of an elemental function that is referred to with arrays.
  void setValue(Argument &argument, const Fortran::semantics::SomeExpr &expr,
                bool asElement, Symbols &symbols);
  Argument component(const PassedComponent &passed,
                     const Fortran::evaluate::ProcedureRef &call,
                     const Callee &callee,
                     const Fortran::evaluate::DataRef *result, bool asElement,
                     Temporaries &made, Symbols &symbols);
  const Fortran::evaluate::DataRef &
  passedWhole(const Fortran::evaluate::ActualArgument &actual,
              Temporaries &made);
  void setComponent(Argument &argument, const PassedComponent &passed,
                    const Fortran::evaluate::DataRef &whole, bool asElement,
                    Symbols &symbols);
  ArrayView view(const Fortran::evaluate::DataRef &data, Symbols &symbols);
  void nameVariable(ArrayView &view,
                    const Fortran::evaluate::Component &component,
                    Symbols &symbols);
  void addPath(const Fortran::evaluate::DataRef &data, ArrayView &view,
               Symbols &symbols);
  void addPath(const Fortran::evaluate::NamedEntity &entity, ArrayView &view,
               Symbols &symbols);
  std::vector<Expr> lowerBounds(const Fortran::semantics::Symbol &symbol) const;
  void putBefore(const ComponentValue &assigned);
  template <typename T> void putBefore(T &&value, Facts facts);

  const Session &session;
  const ProcedureNumbers &numbers;
  CalledInterfaces &interfaces;
  Variables &variables;
  int referenceCount = 0, arrayCount = 0;
  Block before;
  std::set<std::string> withBefore; // references whose arguments need these
};

} // namespace frontend
} // namespace loopyc

#endif
