#include "InitialisedLocals.h"

#include "LowerExpr.h"
#include "Refusals.h"

#include "flang/Evaluate/shape.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;
using semantics::Attr;
using semantics::Symbol;

// Can nothing but an assignment by its name change it?
static bool isPlain(const Symbol &symbol) {
  for (Attr attribute :
       {Attr::PARAMETER, Attr::POINTER, Attr::TARGET, Attr::ALLOCATABLE,
        Attr::VOLATILE, Attr::ASYNCHRONOUS, Attr::BIND_C})
    if (symbol.attrs().test(attribute))
      return false;
  return !semantics::IsDummy(symbol) && !semantics::IsFunctionResult(symbol) &&
         !semantics::FindCommonBlockContaining(symbol) &&
         !isEquivalenced(symbol) && !symbol.test(Symbol::Flag::InNamelist);
}

static bool isConstant(const semantics::ObjectEntityDetails &object) {
  if (!object.init() || !evaluate::IsActuallyConstant(*object.init()))
    return false;
  auto type = object.init()->GetType();
  if (!type || type->category() == Fortran::common::TypeCategory::Derived ||
      type->category() == Fortran::common::TypeCategory::Character)
    return false;
  if (object.init()->Rank() != static_cast<int>(object.shape().size()))
    return false; // one value for all elements
  int64_t elements = 1;
  for (const semantics::ShapeSpec &spec : object.shape()) {
    auto lower = evaluate::ToInt64(spec.lbound().GetExplicit());
    auto upper = evaluate::ToInt64(spec.ubound().GetExplicit());
    if (lower != 1 || !upper || *upper < 1)
      return false; // elements of the constant count from 1
    elements *= *upper;
    if (elements > static_cast<int64_t>(maxTableElements))
      return false;
  }
  return true;
}

void frontend::nameConstants(const Unit &unit, const SharedVariables &shared) {
  const Symbol *procedure = unit.declared ? unit.declared->symbol : nullptr;
  const semantics::Scope *scope = procedure ? procedure->scope() : nullptr;
  if (!scope || scope->kind() != semantics::Scope::Kind::Subprogram)
    return;
  const SymbolSet &assigned = shared.assignedIn(unit);
  for (const auto &[name, entry] : *scope) {
    Symbol &symbol = const_cast<Symbol &>(*entry);
    const auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>();
    if (object && isPlain(symbol) && !assigned.count(&symbol) &&
        isConstant(*object))
      symbol.attrs().set(Attr::PARAMETER);
  }
}
