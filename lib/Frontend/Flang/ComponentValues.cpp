#include "ComponentValues.h"

#include "LowerExpr.h"

#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;
using semantics::Attr;
using semantics::SomeExpr;
using Derived = evaluate::Expr<evaluate::SomeDerived>;

const semantics::DerivedTypeSpec *
frontend::derivedTypeOf(const SomeExpr &expr) {
  auto type = expr.GetType();
  return type && type->category() == Fortran::common::TypeCategory::Derived &&
                 !type->IsUnlimitedPolymorphic()
             ? &type->GetDerivedTypeSpec()
             : nullptr;
}

SomeExpr frontend::withoutParentheses(const SomeExpr &expr) {
  const auto *derived = std::get_if<Derived>(&expr.u);
  const auto *inner =
      derived ? std::get_if<evaluate::Parentheses<evaluate::SomeDerived>>(
                    &derived->u)
              : nullptr;
  return inner ? withoutParentheses(
                     evaluate::AsGenericExpr(Derived{inner->left()}))
               : expr;
}

static SomeExpr componentExprOf(const evaluate::DataRef &whole,
                                const semantics::Symbol &component) {
  auto result = evaluate::AsGenericExpr(
      evaluate::DataRef{evaluate::Component{whole, component}});
  if (!result)
    throw Unsupported{"component '" + component.name().ToString() + "'"};
  return *result;
}

static std::optional<evaluate::StructureConstructor>
constructorOf(const SomeExpr &value) {
  const auto *derived = std::get_if<Derived>(&value.u);
  if (!derived)
    return std::nullopt;
  if (const auto *constant =
          std::get_if<evaluate::Constant<evaluate::SomeDerived>>(&derived->u))
    return constant->GetScalarValue();
  const auto *constructor =
      std::get_if<evaluate::StructureConstructor>(&derived->u);
  return constructor ? std::optional(*constructor) : std::nullopt;
}

static void requirePlain(const semantics::Symbol &component, int rank) {
  const std::string name = "'" + component.name().ToString() + "'";
  if (component.attrs().test(Attr::ALLOCATABLE) ||
      component.attrs().test(Attr::POINTER))
    throw Unsupported{"assignment of a derived type with an allocatable or "
                      "pointer component, " +
                      name + "; assign its components"};
  if (rank > 0 && component.Rank() > 0)
    throw Unsupported{"assignment of arrays of a derived type with an array "
                      "component, " +
                      name + "; write a loop over the elements"};
}

static void addValues(const evaluate::DataRef &to, const SomeExpr &given,
                      const semantics::DerivedTypeSpec &type,
                      const TemporaryFor &temporary,
                      std::vector<ComponentValue> &result) {
  const SomeExpr value = withoutParentheses(given);
  auto from = evaluate::ExtractDataRef(value);
  auto constructor = constructorOf(value);
  if (!from && !constructor)
    from = temporary(value);
  for (const semantics::Symbol &component :
       semantics::OrderedComponentIterator(type)) {
    requirePlain(component, to.Rank());
    SomeExpr assignee = componentExprOf(to, component);
    std::optional<SomeExpr> assigned =
        from ? componentExprOf(*from, component) : constructor->Find(component);
    if (!assigned)
      throw Unsupported{"structure constructor without a value for '" +
                        component.name().ToString() + "'"};
    if (const auto *inner = derivedTypeOf(assignee))
      addValues(*evaluate::ExtractDataRef(assignee), *assigned, *inner,
                temporary, result);
    else
      result.push_back({std::move(assignee), std::move(*assigned)});
  }
}

static const semantics::DerivedTypeSpec &
typeOfVariable(const evaluate::DataRef &variable) {
  auto expr = evaluate::AsGenericExpr(evaluate::DataRef{variable});
  const semantics::DerivedTypeSpec *type =
      expr ? derivedTypeOf(*expr) : nullptr;
  if (!type || expr->GetType()->IsPolymorphic())
    throw Unsupported{"derived type"};
  return *type;
}

std::vector<ComponentValue>
frontend::componentValues(const evaluate::DataRef &variable,
                          const SomeExpr &value,
                          const TemporaryFor &temporary) {
  std::vector<ComponentValue> result;
  addValues(variable, value, typeOfVariable(variable), temporary, result);
  return result;
}

static void addDefaults(const evaluate::DataRef &to,
                        const semantics::DerivedTypeSpec &type,
                        std::vector<ComponentValue> &result) {
  for (const semantics::Symbol &component :
       semantics::OrderedComponentIterator(type)) {
    const auto *details = component.detailsIf<semantics::ObjectEntityDetails>();
    SomeExpr assignee = componentExprOf(to, component);
    const semantics::DerivedTypeSpec *inner = derivedTypeOf(assignee);
    if (details && details->init()) {
      requirePlain(component, to.Rank());
      if (inner)
        addValues(
            *evaluate::ExtractDataRef(assignee), *details->init(), *inner,
            [](const SomeExpr &) -> evaluate::DataRef {
              throw Unsupported{"default value of a derived type"};
            },
            result);
      else
        result.push_back({std::move(assignee), *details->init()});
    } else if (inner && inner->HasDefaultInitialization(true)) {
      requirePlain(component, to.Rank());
      addDefaults(*evaluate::ExtractDataRef(assignee), *inner, result);
    }
  }
}

std::vector<ComponentValue>
frontend::defaultValues(const evaluate::DataRef &variable) {
  std::vector<ComponentValue> result;
  addDefaults(variable, typeOfVariable(variable), result);
  return result;
}
