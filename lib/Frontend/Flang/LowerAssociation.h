// What the names of an associate construct stand for.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERASSOCIATION_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERASSOCIATION_H

#include "AddStatement.h"
#include "ComplexParts.h"
#include "PlacedExpressions.h"
#include "SelectorCalls.h"
#include "Variables.h"

#include <set>
#include <string>

namespace loopyc {
namespace frontend {

class AssociationLowering {
public:
  AssociationLowering(const Session &session, Variables &variables,
                      CallLowering &calls, PlacedExpressions &expressions)
      : session(session), variables(variables), calls(calls),
        expressions(expressions) {}

  // A name of an expression is a variable with its value, any other stands for
  // the variable. `selecting`: what subscripts of that read.
  void associate(const Fortran::parser::Association &association, Block &out,
                 std::set<std::string> &selecting, Facts &facts) {
    const auto &[name, selector] = association.t;
    if (!name.symbol)
      throw InternalError("an associate name was not analysed");
    const Fortran::semantics::Symbol &symbol = *name.symbol;
    variables.enter(symbol);
    const auto &meant =
        symbol.get<Fortran::semantics::AssocEntityDetails>().expr();
    if (meant && meant->GetType() &&
        meant->GetType()->category() ==
            Fortran::common::TypeCategory::Derived) {
      noteSubscripts(*meant, selecting);
      if (!Fortran::evaluate::IsVariable(*meant))
        setValue(symbol, *meant);
    }
    if (meant && Fortran::evaluate::IsVariable(*meant))
      if (const auto *function = calledBySelector(*meant))
        facts.obstacles.push_back(notSupported(
            "function '" + variables.spelling(*function) +
                "' in what an associate construct gives a name; keep its "
                "value in a variable before",
            session.range(name.source)));
    if (meant && isNameOfPart(symbol))
      noteSubscripts(*meant, selecting);
    if (!meant || meant->Rank() > 0 || !meant->GetType() ||
        meant->GetType()->category() == Fortran::common::TypeCategory::Derived)
      return;
    if (Fortran::evaluate::IsVariable(*meant)) {
      Expr element = expressions.lowered(*meant, selector, name.source, facts);
      if (const auto *part = element.getIf<Call>()) // of a complex variable
        element = part->args.front();
      if (const auto *array = element.getIf<ArrayRef>())
        for (const Expr &subscript : array->subscripts)
          selecting.merge(namesIn(subscript));
      return;
    }
    AssignmentStatement value;
    Facts ofValue;
    value.value = expressions.lowered(*meant, selector, name.source, ofValue);
    if (value.value) {
      const Variable &variable = variables.variable(symbol);
      value.assignee = Expr::var(variable.name, variable.type);
      value.value = Expr::cast(value.value, variable.type);
    }
    addStatement(session, name.source, std::move(value), std::move(ofValue),
                 out);
  }

private:
  // What has none is refused where components of the name are mentioned.
  void setValue(const Fortran::semantics::Symbol &name,
                const Fortran::semantics::SomeExpr &expr) {
    const size_t before = calls.countBefore();
    try {
      variables.setValue(name, calls.temporary(expr).GetFirstSymbol());
    } catch (const Unsupported &) {
      calls.dropBefore(before);
    } catch (const UserError &) {
      calls.dropBefore(before);
    }
  }

  // What subscripts of the elements of arrays read.
  void noteSubscripts(const Fortran::semantics::SomeExpr &designator,
                      std::set<std::string> &selecting) {
    if (auto data = dataBehind(designator))
      for (const PathPart &part : writtenParts(*data))
        for (const Fortran::semantics::Symbol *symbol :
             symbolsInSubscripts(part))
          selecting.insert(variables.spelling(*symbol));
  }

  const Session &session;
  Variables &variables;
  CallLowering &calls;
  PlacedExpressions &expressions;
};

} // namespace frontend
} // namespace loopyc

#endif
