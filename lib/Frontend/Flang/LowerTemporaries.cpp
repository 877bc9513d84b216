// Temporary variables for values of derived types.
#include "ComponentValues.h"
#include "LowerCall.h"

#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/traverse.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;
using semantics::Symbol;

namespace {

// Does it depend on the index of an implied do around it?
struct ImpliedDoIndices : evaluate::AnyTraverse<ImpliedDoIndices> {
  using Base = evaluate::AnyTraverse<ImpliedDoIndices>;
  ImpliedDoIndices() : Base(*this) {}
  using Base::operator();
  bool operator()(const evaluate::ImpliedDoIndex &) const { return true; }
};

// One that nothing in the source names.
const Symbol &newVariable(const std::string &name,
                          const semantics::DerivedTypeSpec &type) {
  semantics::SemanticsContext &context = type.typeSymbol().owner().context();
  semantics::Scope &scope = context.globalScope();
  Symbol &symbol =
      scope.MakeSymbol(context.SaveTempName(std::string(name)),
                       semantics::Attrs{}, semantics::ObjectEntityDetails{});
  symbol.set(Symbol::Flag::CompilerCreated);
  symbol.SetType(scope.MakeDerivedType(semantics::DeclTypeSpec::TypeDerived,
                                       semantics::DerivedTypeSpec(type)));
  return symbol;
}

} // namespace

evaluate::DataRef CallLowering::temporary(const semantics::SomeExpr &given) {
  const semantics::SomeExpr expr = withoutParentheses(given);
  const semantics::DerivedTypeSpec *type = derivedTypeOf(expr);
  if (!type || expr.GetType()->IsPolymorphic())
    throw Unsupported{"expression of a type that is known only when the "
                      "program runs; assign it to a variable before"};
  if (expr.Rank() > 0)
    throw Unsupported{"array-valued expression of a derived type; write a loop "
                      "over the elements"};
  if (ImpliedDoIndices()(expr))
    throw Unsupported{"expression of a derived type in an implied do; write a "
                      "loop"};
  const evaluate::ProcedureRef *function = evaluate::UnwrapProcedureRef(expr);
  if (function && function->proc().GetSpecificIntrinsic())
    throw Unsupported{"intrinsic '" + function->proc().GetName() +
                      "' of a derived type; write an if construct"};
  if (function) {
    const Symbol *symbol = function->proc().GetSymbol();
    const std::string called =
        symbol ? session.spelling(symbol->name()) : function->proc().GetName();
    evaluate::DataRef result{newVariable(called + "_r", *type)};
    Facts facts;
    CallStatement call = assignment(result, *function, called, facts);
    facts.obstacles = {
        notSupported("call of function '" + called + "'", SourceRange())};
    putBefore(std::move(call), std::move(facts));
    return result;
  }
  evaluate::DataRef result{
      newVariable(type->typeSymbol().name().ToString() + "_value", *type)};
  for (const ComponentValue &one :
       componentValues(result, expr, [&](const semantics::SomeExpr &value) {
         return temporary(value);
       }))
    putBefore(one);
  return result;
}

static bool hasDefaults(const Symbol &symbol) {
  const semantics::DeclTypeSpec *type = symbol.GetType();
  return symbol.has<semantics::ObjectEntityDetails>() && type &&
         type->AsDerived() &&
         type->AsDerived()->HasDefaultInitialization(true) &&
         !semantics::IsSaved(symbol);
}

void CallLowering::putDefaults(const Symbol &symbol) {
  for (const ComponentValue &one : defaultValues(evaluate::DataRef{symbol}))
    putBefore(one);
}

void CallLowering::beginBlock(const semantics::Scope &block) {
  for (const auto &[name, symbol] : block)
    if (hasDefaults(*symbol))
      putDefaults(*symbol);
}

void CallLowering::beginProcedure(const semantics::Scope &procedure) {
  for (const auto &[name, symbol] : procedure)
    if (hasDefaults(*symbol) && (semantics::IsDummy(*symbol)
                                     ? semantics::IsIntentOut(*symbol)
                                     : variables.isReadFirst(*symbol)))
      putDefaults(*symbol);
}

void CallLowering::putBefore(const ComponentValue &assigned) {
  Facts facts;
  AssignmentStatement result;
  result.assignee = expression(assigned.component, facts);
  result.value =
      Expr::cast(expression(assigned.value, facts), result.assignee.type());
  putBefore(std::move(result), std::move(facts));
}

template <typename T> void CallLowering::putBefore(T &&value, Facts facts) {
  Statement statement;
  statement.value = std::forward<T>(value);
  statement.facts = std::move(facts);
  statement.facts.isAhead = true;
  before.push_back(std::move(statement));
}

Block CallLowering::takeBefore(const Place &place) {
  Block result = std::move(before);
  before.clear();
  withBefore.clear();
  for (Statement &statement : result) {
    statement.range = place.range;
    statement.line = place.physicalLine;
    for (UserError &obstacle : statement.facts.obstacles)
      obstacle.locate(place.range);
    for (FunctionReference &reference : statement.facts.references)
      reference.obstacle.locate(place.range);
  }
  return result;
}

// Does evaluating it depend on an operand, where it needs statements before?
bool CallLowering::isConditional(const Expr &e, const Facts &facts) const {
  auto needs = [&](const Expr &node) {
    const VarRef *var = node.getIf<VarRef>();
    return var && (withBefore.count(var->name) ||
                   std::any_of(facts.arrays.begin(), facts.arrays.end(),
                               [&](const ArrayOperand &array) {
                                 return array.value == var->name;
                               }));
  };
  bool found = false;
  walk(e, [&](const Expr &node) {
    const Binary *operation = node.getIf<Binary>();
    if (operation &&
        (operation->op == BinaryOp::And || operation->op == BinaryOp::Or))
      walk(operation->b, [&](const Expr &inner) {
        found = found || needs(inner);
        return !found;
      });
    return !found;
  });
  return found;
}
