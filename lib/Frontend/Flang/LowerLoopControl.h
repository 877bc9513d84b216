// What controls a loop: its variable, bounds and step; the indices and locality
// of `do concurrent`.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LOWERLOOPCONTROL_H
#define LOOPYC_LIB_FRONTEND_FLANG_LOWERLOOPCONTROL_H

#include "PlacedExpressions.h"
#include "Program.h"
#include "Variables.h"

#include "flang/Evaluate/fold.h"

#include <list>

namespace loopyc {
namespace frontend {

class LoopControlLowering {
  using Expression = Fortran::parser::Expr;
  using Concurrent = Fortran::parser::LoopControl::Concurrent;

public:
  LoopControlLowering(const Session &session, Variables &variables,
                      PlacedExpressions &expressions)
      : session(session), variables(variables), expressions(expressions) {}

  void setVariable(DoStatement &loop, const Fortran::parser::Name &name,
                   Facts &facts) {
    const Fortran::semantics::Symbol &symbol = name.symbol->GetUltimate();
    loop.variable = variables.spelling(symbol);
    loop.type = Type::integer(4);
    SourceRange where = session.range(name.source);
    try {
      const Variable &variable = variables.variable(symbol);
      if (!variable.type.isInteger() || !variable.isScalar())
        throw Unsupported{"loop variable '" + variable.name +
                          "' that is not an integer"};
      loop.type = variable.type;
    } catch (const Unsupported &unsupported) {
      facts.obstacles.push_back(notSupported(unsupported.construct, where));
    } catch (const UserError &error) {
      facts.obstacles.push_back(error);
    }
  }

  void setBounds(DoStatement &loop, const Expression &first,
                 const Expression &last, const Expression *step, Facts &facts) {
    loop.first = loweredBound(first, loop.type, facts);
    loop.last = loweredBound(last, loop.type, facts);
    if (step)
      setStep(loop, *step, facts);
  }

  // Of the loops whose body has been lowered: of a variable of a derived type,
  // its components are known.
  Concurrency concurrency(const Concurrent &control, size_t loops,
                          Facts &facts) const {
    Concurrency result;
    result.loops = loops;
    auto each = [&](const std::list<Fortran::parser::Name> &names,
                    const auto &note) {
      for (const Fortran::parser::Name &name : names)
        if (name.symbol && derivedTypeOf(name))
          for (const std::string &component :
               variables.componentsOf(name.symbol->GetUltimate()))
            note(component);
        else if (name.symbol)
          note(variables.spelling(name.symbol->GetUltimate()));
    };
    using Spec = Fortran::parser::LocalitySpec;
    for (const Spec &spec : std::get<std::list<Spec>>(control.t))
      if (const auto *local = std::get_if<Spec::Local>(&spec.u)) {
        refuseDefaultValues(local->v, facts);
        each(local->v, [&](const auto &name) { result.local.push_back(name); });
      } else if (const auto *init = std::get_if<Spec::LocalInit>(&spec.u))
        each(init->v,
             [&](const auto &name) { result.localInit.push_back(name); });
      else if (const auto *shared = std::get_if<Spec::Shared>(&spec.u))
        each(shared->v,
             [&](const auto &name) { result.shared.push_back(name); });
      else if (const auto *reduce = std::get_if<Spec::Reduce>(&spec.u))
        each(std::get<std::list<Fortran::parser::Name>>(reduce->t),
             [&](const auto &name) {
               result.reduced.emplace_back(
                   operation(
                       std::get<Fortran::parser::ReductionOperator>(reduce->t)),
                   name);
             });
    return result;
  }

private:
  static const Fortran::semantics::DerivedTypeSpec *
  derivedTypeOf(const Fortran::parser::Name &name) {
    const auto *type = name.symbol->GetUltimate().GetType();
    return type ? type->AsDerived() : nullptr;
  }

  // Each iteration begins with them.
  void refuseDefaultValues(const std::list<Fortran::parser::Name> &names,
                           Facts &facts) const {
    for (const Fortran::parser::Name &name : names) {
      const auto *type = name.symbol ? derivedTypeOf(name) : nullptr;
      if (type && type->HasDefaultInitialization(true))
        facts.obstacles.push_back(
            notSupported("local('" + name.ToString() +
                             "'), of a type with default values; declare it "
                             "in a block inside the loop",
                         session.range(name.source)));
    }
  }

  static ReductionOp
  operation(const Fortran::parser::ReductionOperator &given) {
    using Operator = Fortran::parser::ReductionOperator::Operator;
    switch (given.v) {
    case Operator::Plus:
      return ReductionOp::Add;
    case Operator::Multiply:
      return ReductionOp::Mul;
    case Operator::Max:
      return ReductionOp::Max;
    case Operator::Min:
      return ReductionOp::Min;
    case Operator::Iand:
      return ReductionOp::Iand;
    case Operator::Ior:
      return ReductionOp::Ior;
    case Operator::Ieor:
      return ReductionOp::Ieor;
    case Operator::And:
      return ReductionOp::And;
    case Operator::Or:
      return ReductionOp::Or;
    case Operator::Eqv:
      return ReductionOp::Eqv;
    case Operator::Neqv:
      return ReductionOp::Neqv;
    }
    throw InternalError("unknown reduction operator");
  }

  Expr loweredBound(const Expression &bound, Type type, Facts &facts) {
    Expr value = expressions.lowered(bound, facts);
    return value ? Expr::cast(value, type) : value;
  }

  void setStep(DoStatement &loop, const Expression &step, Facts &facts) {
    const Fortran::semantics::SomeExpr *typed =
        Fortran::semantics::GetExpr(nullptr, step);
    std::optional<int64_t> value =
        typed ? Fortran::evaluate::ToInt64(*typed) : std::nullopt;
    loop.step = value.value_or(0);
    if (!value)
      loop.variableStep = loweredBound(step, loop.type, facts);
    else if (*value == 0)
      facts.obstacles.push_back(
          UserError("the step of this loop is 0; a loop needs a step that "
                    "is not zero",
                    session.range(step.source)));
  }

  const Session &session;
  Variables &variables;
  PlacedExpressions &expressions;
};

} // namespace frontend
} // namespace loopyc

#endif
