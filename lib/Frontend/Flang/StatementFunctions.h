// References to statement functions: the function's expression, with the actual
// arguments in the places of its dummies.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_STATEMENTFUNCTIONS_H
#define LOOPYC_LIB_FRONTEND_FLANG_STATEMENTFUNCTIONS_H

#include "LowerType.h"

#include "flang/Evaluate/tools.h"

#include <map>
#include <optional>

namespace loopyc {
namespace frontend {

// Null for a procedure of another kind.
inline const Fortran::semantics::SubprogramDetails *
statementFunction(const Fortran::evaluate::ProcedureDesignator &procedure) {
  const Fortran::semantics::Symbol *symbol = procedure.GetSymbol();
  const auto *details =
      symbol ? symbol->GetUltimate()
                   .detailsIf<Fortran::semantics::SubprogramDetails>()
             : nullptr;
  return details && details->stmtFunction() ? details : nullptr;
}

inline std::optional<Expr>
expandStatementFunction(const Fortran::evaluate::ProcedureRef &call, Type type,
                        Symbols &symbols);

// What the expression mentions: its dummies, under names that are none of
// Fortran, and the symbols of the procedure.
class StatementFunctionSymbols : public Symbols {
  using Symbol = Fortran::semantics::Symbol;

public:
  StatementFunctionSymbols(
      const Fortran::semantics::SubprogramDetails &function, Symbols &around)
      : around(around) {
    for (const Symbol *dummy : function.dummyArgs())
      if (dummy) {
        Variable &variable = dummies[dummy];
        variable.name = around.spelling(*dummy) + "#dummy";
        if (auto type = Fortran::evaluate::DynamicType::From(*dummy))
          variable.type = lowerType(*type);
      }
  }

  const Variable &variable(const Symbol &symbol) override {
    auto dummy = dummies.find(&symbol);
    return dummy == dummies.end() ? around.variable(symbol) : dummy->second;
  }
  const Variable &
  component(const Fortran::evaluate::Component &component) override {
    return around.component(component);
  }
  const Variable &
  table(const Symbol &constant,
        const std::function<ConstantArray()> &values) override {
    return around.table(constant, values);
  }
  std::string spelling(const Symbol &symbol) const override {
    return around.spelling(symbol);
  }
  const Fortran::semantics::SomeExpr *
  meaning(const Symbol &symbol) const override {
    return around.meaning(symbol);
  }
  Expr reference(const Fortran::evaluate::ProcedureRef &call,
                 const std::string &name, Type type) override {
    if (std::optional<Expr> value = expandStatementFunction(call, type, *this))
      return *value;
    return Symbols::reference(call, name, type);
  }

private:
  Symbols &around;
  std::map<const Symbol *, Variable> dummies;
};

// nullopt for a procedure of another kind.
inline std::optional<Expr>
expandStatementFunction(const Fortran::evaluate::ProcedureRef &call, Type type,
                        Symbols &symbols) {
  const auto *function = statementFunction(call.proc());
  if (!function)
    return std::nullopt;
  StatementFunctionSymbols inside(*function, symbols);
  Substitution actuals;
  for (size_t k = 0; k < function->dummyArgs().size(); ++k) {
    const Fortran::semantics::Symbol *dummy = function->dummyArgs()[k];
    const auto *actual = k < call.arguments().size() && call.arguments()[k]
                             ? call.arguments()[k]->UnwrapExpr()
                             : nullptr;
    if (!dummy || !actual)
      throw Unsupported{"statement function without an argument"};
    const Variable &variable = inside.variable(*dummy);
    actuals[variable.name] =
        Expr::cast(lowerExpr(*actual, symbols), variable.type);
  }
  Expr value = lowerExpr(*function->stmtFunction(), inside);
  return Expr::cast(substitute(value, actuals), type);
}

} // namespace frontend
} // namespace loopyc

#endif
