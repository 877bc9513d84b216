#include "HostObjects.h"

#include "DeclaredBounds.h"
#include "loopyc/Support/LetterCase.h"

#include "flang/Evaluate/type.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/type.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace semantics = Fortran::semantics;
using Fortran::common::TypeCategory;
using semantics::Attr;
using semantics::Symbol;

// Of a type that holds itself, say, there is no end.
static constexpr int maxDepth = 4;

static void collectAllocated(const semantics::DerivedTypeSpec &type,
                             const std::string &prefix, int depth,
                             source::HostObject &object) {
  const semantics::Scope *scope = type.GetScope();
  if (!scope || depth == maxDepth)
    return;
  for (const auto &[name, reference] : *scope) {
    const Symbol &component = *reference;
    if (!component.has<semantics::ObjectEntityDetails>())
      continue;
    std::string path = prefix + lowerCase(name.ToString());
    if (component.attrs().test(Attr::ALLOCATABLE) ||
        component.attrs().test(Attr::POINTER))
      object.allocated.push_back(path);
    if (component.attrs().test(Attr::POINTER))
      object.pointers.push_back(path);
    const semantics::DeclTypeSpec *own = component.GetType();
    if (const auto *derived = own ? own->AsDerived() : nullptr)
      collectAllocated(*derived, path + "%", depth + 1, object);
  }
}

std::optional<source::HostObject>
frontend::hostObject(const std::string &name, const Symbol &symbol) {
  const auto *details = symbol.detailsIf<semantics::ObjectEntityDetails>();
  if (!details && !symbol.has<semantics::AssocEntityDetails>())
    return std::nullopt;
  auto type = Fortran::evaluate::DynamicType::From(symbol);
  if (!type || type->category() == TypeCategory::Character ||
      symbol.attrs().test(Attr::PARAMETER) || symbol.owner().IsDerivedType() ||
      (symbol.owner().IsModule() && type->category() != TypeCategory::Derived))
    return std::nullopt;
  source::HostObject result;
  result.name = lowerCase(name);
  result.rank = symbol.Rank();
  if (details)
    result.shape = constantShape(*details);
  else if (result.rank == 0)
    result.shape = "";
  if (type->category() != TypeCategory::Derived) {
    result.type = lowerCase(type->AsFortran());
    return result;
  }
  if (type->IsUnlimitedPolymorphic())
    return std::nullopt;
  const semantics::DerivedTypeSpec &derived = type->GetDerivedTypeSpec();
  const Symbol &typeSymbol = derived.typeSymbol().GetUltimate();
  if (!derived.parameters().empty())
    return std::nullopt;
  result.derived = lowerCase(typeSymbol.name().ToString());
  result.type = "type(" + result.derived + ")";
  if (typeSymbol.owner().IsModule())
    result.moduleOfType = lowerCase(typeSymbol.owner().GetName()->ToString());
  result.isPointer = symbol.attrs().test(Attr::POINTER);
  collectAllocated(derived, "", 0, result);
  return result;
}
